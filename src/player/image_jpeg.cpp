// setjmp and longjmp may not cross objects with destructors: the functions between them hold plain data only, and the
// pixels live with the caller.
#include "player/image_jpeg.h"

#include <csetjmp>
#include <cstdio>
#include <cstdlib>

#include <jpeglib.h>

namespace pngine::player {
namespace {

struct Failure {
  jpeg_error_mgr base;
  jmp_buf back;
  char text[JMSG_LENGTH_MAX];
};

[[noreturn]] void onError(j_common_ptr info) {
  auto* failure = reinterpret_cast<Failure*>(info->err);
  info->err->format_message(info, failure->text);
  longjmp(failure->back, 1);
}

void onMessage(j_common_ptr) {}

struct Work {
  jpeg_decompress_struct jpeg;
  Failure failure;
};

bool start(Work& w, const uint8_t* bytes, size_t size) {
  w.jpeg.err = jpeg_std_error(&w.failure.base);
  w.failure.base.error_exit = onError;
  w.failure.base.output_message = onMessage;
  if (setjmp(w.failure.back)) return false;
  jpeg_create_decompress(&w.jpeg);
  jpeg_mem_src(&w.jpeg, bytes, static_cast<unsigned long>(size));
  jpeg_read_header(&w.jpeg, TRUE);
  const bool cmyk = w.jpeg.jpeg_color_space == JCS_CMYK || w.jpeg.jpeg_color_space == JCS_YCCK;
  w.jpeg.out_color_space = cmyk ? JCS_CMYK : JCS_EXT_RGBA;
  return true;
}

bool decode(Work& w, uint8_t* rgba, size_t row_bytes) {
  if (setjmp(w.failure.back)) return false;
  jpeg_start_decompress(&w.jpeg);
  while (w.jpeg.output_scanline < w.jpeg.output_height) {
    JSAMPROW row = rgba + w.jpeg.output_scanline * row_bytes;
    jpeg_read_scanlines(&w.jpeg, &row, 1);
  }
  jpeg_finish_decompress(&w.jpeg);
  return true;
}

/// Adobe's files store ink inverted; others store it as it is.
void cmykToRgb(Bytes& pixels, bool inverted) {
  for (size_t i = 0; i + 3 < pixels.size(); i += 4) {
    const uint32_t k = inverted ? pixels[i + 3] : 255u - pixels[i + 3];
    for (size_t c = 0; c < 3; ++c) {
      const uint32_t ink = inverted ? pixels[i + c] : 255u - pixels[i + c];
      pixels[i + c] = static_cast<uint8_t>((ink * k + 127) / 255);
    }
    pixels[i + 3] = 255;
  }
}

}  // namespace

std::expected<JpegPixels, std::string> decodeJpeg(ByteView encoded, uint64_t max_pixels) {
  Work work = {};
  if (!start(work, encoded.data(), encoded.size())) {
    jpeg_destroy_decompress(&work.jpeg);
    return std::unexpected(std::string(work.failure.text));
  }
  JpegPixels out{.width = work.jpeg.image_width, .height = work.jpeg.image_height, .rgba = {}};
  if (uint64_t{out.width} * out.height > max_pixels) {
    jpeg_destroy_decompress(&work.jpeg);
    return std::unexpected(std::string("the picture is too large"));
  }
  out.rgba.assign(size_t{out.width} * out.height * 4, 255);
  const bool done = decode(work, out.rgba.data(), size_t{out.width} * 4);
  const bool cmyk = work.jpeg.out_color_space == JCS_CMYK, inverted = work.jpeg.saw_Adobe_marker != 0;
  jpeg_destroy_decompress(&work.jpeg);
  if (!done) return std::unexpected(std::string(work.failure.text));
  if (cmyk) cmykToRgb(out.rgba, inverted);
  return out;
}

}  // namespace pngine::player
