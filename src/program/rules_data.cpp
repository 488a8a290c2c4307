// Rules over data, shapes, image bitmaps and wasm calls, as far as the Program alone decides them.
#include <algorithm>

#include "program/rule_context.h"

namespace pngine::program {

ByteView imageBytes(const Data& d) {
  const ByteView all = d.bytes;
  const size_t head = all.empty() ? 0 : size_t{all[0]} + 1;
  return head == 0 || head > all.size() ? ByteView{} : all.subspan(head);
}

namespace {

bool startsWith(ByteView bytes, std::string_view magic, size_t at = 0) {
  return bytes.size() >= at + magic.size() && asText(bytes.subspan(at, magic.size())) == magic;
}

// Media type by the first bytes; empty when no browser decodes such a file.
std::string_view sniff(ByteView b) {
  if (startsWith(b, "\x89PNG")) return "image/png";
  if (startsWith(b, "\xFF\xD8\xFF")) return "image/jpeg";
  if (startsWith(b, "RIFF") && startsWith(b, "WEBP", 8)) return "image/webp";
  if (startsWith(b, "GIF8")) return "image/gif";
  if (startsWith(b, "BM")) return "image/bmp";
  if (startsWith(b, "ftypavif", 4) || startsWith(b, "ftypavis", 4)) return "image/avif";
  return {};
}

void checkFile(RuleContext& c, const Data& d) {
  const ByteView bytes = imageBytes(d);
  if (bytes.empty()) return;
  const std::string_view real = sniff(bytes);
  if (real.empty() || d.mime == real || (real == "image/jpeg" && d.mime == "image/jpg")) return;
  const bool assumed = d.mime.empty() || d.mime == "application/octet-stream";
  c.warning("data/mime-mismatch", d.origin.name_span,
            assumed ? cat(label(d.origin), " :file is ", real, " and :mime does not say so")
                    : cat(label(d.origin), " :mime is ", quoted(d.mime), " but the file is ", real))
      .notes.push_back({std::nullopt, cat("write :mime \"", real, "\"")});
}

bool hasPosition(const Data& d) {
  return std::ranges::any_of(
      d.layout, [](ShapeAttribute a) { return a == ShapeAttribute::position3 || a == ShapeAttribute::position4; });
}

void checkShape(RuleContext& c, const Data& d) {
  // Beyond that some of the six attributes stand there twice, which goes without saying.
  if (d.layout.size() > 8) {
    c.error("shape/format-too-many", d.origin.name_span,
            cat(label(d.origin), " :format lists ", d.layout.size(), " attributes; at most 8 are possible"));
    return;
  }
  if (!d.layout.empty() && !hasPosition(d))
    c.warning("shape/format-no-position", d.origin.name_span,
              cat(label(d.origin), " :format has neither position3 nor position4"));
  for (size_t i = 0; i < d.layout.size(); ++i) {
    if (std::find(d.layout.begin(), d.layout.begin() + static_cast<std::ptrdiff_t>(i), d.layout[i]) ==
        d.layout.begin() + static_cast<std::ptrdiff_t>(i))
      continue;
    c.warning("shape/format-duplicate", d.origin.name_span,
              cat(label(d.origin), " :format lists ", name(d.layout[i]), " twice"));
    break;
  }
}

void checkImages(RuleContext& c) {
  for (const ImageBitmap& image : c.program.images) {
    if (image.origin.poisoned) continue;
    const Data* d = c.data(image.data);
    if (d == nullptr) continue;
    if (d->source != Data::Source::file) {
      c.error("image/data-kind", image.origin.name_span,
              cat(label(image.origin), " :data names ", label(d->origin), ", which is no image file"))
          .notes.push_back({d->origin.name_span, "an image bitmap needs (data ... :file \"picture.png\")"});
    } else if (const ByteView bytes = imageBytes(*d); !bytes.empty() && sniff(bytes).empty()) {
      c.error("image/undecodable", image.origin.name_span,
              cat(label(image.origin), " :data names ", label(d->origin),
                  ", whose file is no PNG, JPEG, WebP, GIF, BMP or AVIF picture"))
          .notes.push_back({d->origin.name_span, "the file is named here"});
    }
  }
}

}  // namespace

void checkData(RuleContext& c) {
  for (const Data& d : c.program.data) {
    if (d.origin.poisoned) continue;
    switch (d.source) {
      case Data::Source::file:
        checkFile(c, d);
        break;
      case Data::Source::shape:
        checkShape(c, d);
        break;
      case Data::Source::float32:
        if (d.bytes.empty())
          c.warning("data/float32-empty", d.origin.name_span, cat(label(d.origin), " :float32 has no elements"));
        break;
      case Data::Source::wasm:
        break;
    }
  }
  checkImages(c);
}

}  // namespace pngine::program
