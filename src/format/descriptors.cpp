// Encoders and decoders of the binary descriptors. Writers emit fields in a fixed order and only what differs from the
// default; readers take fields in any order, skip unknown ones by the width of their type, and give unknown enumeration
// codes the fallback that the host boundary names.
#include "format/descriptors.h"

#include "base/text.h"

namespace pngine::format {
namespace {

enum Tag : uint8_t { kTexture = 1, kSampler = 2, kBindGroup = 3, kComputePipeline = 6, kTextureView = 9 };
enum ValueType : uint8_t { kU32, kF32, kString, kArray, kNested, kBool, kU16, kEnum };

class TlvWriter {
 public:
  explicit TlvWriter(Tag tag) { out_.u8(tag).u8(0); }
  void u32(uint8_t id, uint32_t v) { field(id, kU32).u32(v); }
  void f32(uint8_t id, float v) { field(id, kF32).f32(v); }
  void u16(uint8_t id, uint16_t v) { field(id, kU16).u16(v); }
  template <class E>
  void code(uint8_t id, E v) {
    field(id, kEnum).u8(static_cast<uint8_t>(v));
  }
  ByteWriter& array(uint8_t id) { return field(id, kArray); }
  Bytes finish() {
    Bytes bytes = out_.take();
    bytes[1] = count_;
    return bytes;
  }

 private:
  ByteWriter& field(uint8_t id, ValueType type) {
    ++count_;
    return out_.u8(id).u8(type);
  }
  ByteWriter out_;
  uint8_t count_ = 0;
};

struct Field {
  uint8_t id = 0;
  uint8_t type = 0;
  uint32_t bits = 0;
  float number() const { return std::bit_cast<float>(bits); }
  uint8_t code() const { return static_cast<uint8_t>(bits); }
};

std::unexpected<Error> bad(std::string_view what, std::string_view why) {
  return std::unexpected(Error{Error::Kind::bad_descriptor, cat(what, " descriptor ", why)});
}

/// Calls each(field) for every scalar field. An array goes to array(reader, id), which says whether it knew the field;
/// an unknown array or nested value has no width that a reader could know and ends the walk.
template <class Each, class OnArray>
Decoded<void> walkTlv(std::string_view what, ByteView bytes, Each each, OnArray array) {
  if (bytes.empty()) return {};
  ByteReader in(bytes);
  in.u8();  // the tag says nothing that the command has not said
  const uint8_t count = in.u8();
  for (uint8_t i = 0; i < count; ++i) {
    Field f{in.u8(), in.u8(), 0};
    switch (f.type) {
      case kU32:
      case kF32:
        f.bits = in.u32();
        break;
      case kString:
      case kU16:
        f.bits = in.u16();
        break;
      case kBool:
      case kEnum:
        f.bits = in.u8();
        break;
      case kArray:
        if (in.ok() && array(in, f.id)) continue;
        if (in.ok()) return {};
        break;
      default:
        if (in.ok()) return {};
    }
    if (!in.ok()) return bad(what, "ends inside a field");
    each(f);
  }
  return in.ok() ? Decoded<void>{} : bad(what, "ends inside its header");
}
template <class Each>
Decoded<void> walkTlv(std::string_view what, ByteView bytes, Each each) {
  return walkTlv(what, bytes, each, [](ByteReader&, uint8_t) { return false; });
}

/// The member with that code, or the fallback.
template <class E>
E member(uint32_t code, E fallback) {
  const auto narrow = static_cast<uint16_t>(code);
  return textOf(idOf<E>(), narrow).empty() ? fallback : static_cast<E>(narrow);
}
TextureFormat formatOf(uint32_t code) { return member(code, TextureFormat::preferred_canvas_format); }

}  // namespace

// ---- texture, view, sampler ----

Bytes encode(const TextureDescriptor& d) {
  TlvWriter out(kTexture);
  if (d.width) out.u32(1, *d.width);
  if (d.height) out.u32(2, *d.height);
  if (d.image) out.u16(10, *d.image);
  if (d.layers && *d.layers > 1) out.u32(3, *d.layers);
  if (d.dimension && *d.dimension != TextureDimension::d2) out.code(6, *d.dimension);
  if (d.mip_levels && *d.mip_levels > 1) out.u32(4, *d.mip_levels);
  out.code(7, d.format);
  out.code(8, d.usage);
  if (d.samples && *d.samples > 1) out.u32(5, *d.samples);
  return out.finish();
}

Decoded<TextureDescriptor> decodeTexture(ByteView bytes) {
  TextureDescriptor d;
  const auto walked = walkTlv("texture", bytes, [&](const Field& f) {
    switch (f.id) {
      case 1:
        d.width = f.bits;
        break;
      case 2:
        d.height = f.bits;
        break;
      case 3:
        d.layers = f.bits;
        break;
      case 4:
        d.mip_levels = f.bits;
        break;
      case 5:
        d.samples = f.bits;
        break;
      case 6:
        d.dimension = member(f.bits, TextureDimension::d2);
        break;
      case 7:
        d.format = formatOf(f.bits);
        break;
      case 8:
        d.usage = f.bits;
        break;
      case 10:
        d.image = static_cast<uint16_t>(f.bits);
        break;
    }
  });
  if (!walked) return std::unexpected(walked.error());
  return d;
}

Bytes encode(const TextureViewDescriptor& d) {
  TlvWriter out(kTextureView);
  if (d.format) out.code(1, *d.format);
  if (d.dimension) out.code(2, *d.dimension);
  if (d.aspect) out.code(3, *d.aspect);
  if (d.base_mip && *d.base_mip > 0) out.u32(4, *d.base_mip);
  if (d.mip_count) out.u32(5, *d.mip_count);
  if (d.base_layer && *d.base_layer > 0) out.u32(6, *d.base_layer);
  if (d.layer_count) out.u32(7, *d.layer_count);
  return out.finish();
}

Decoded<TextureViewDescriptor> decodeTextureView(ByteView bytes) {
  TextureViewDescriptor d;
  const auto walked = walkTlv("texture view", bytes, [&](const Field& f) {
    switch (f.id) {
      case 1:
        d.format = formatOf(f.bits);
        break;
      case 2:
        d.dimension = member(f.bits, ViewDimension::d2);
        break;
      case 3:
        d.aspect = member(f.bits, TextureAspect::all);
        break;
      case 4:
        d.base_mip = f.bits;
        break;
      case 5:
        d.mip_count = f.bits;
        break;
      case 6:
        d.base_layer = f.bits;
        break;
      case 7:
        d.layer_count = f.bits;
        break;
    }
  });
  if (!walked) return std::unexpected(walked.error());
  return d;
}

Bytes encode(const SamplerDescriptor& d) {
  TlvWriter out(kSampler);
  out.code(4, d.mag);
  out.code(5, d.min);
  out.code(1, d.address_u);
  out.code(2, d.address_v);
  if (d.address_w) out.code(3, *d.address_w);
  if (d.mipmap) out.code(6, *d.mipmap);
  if (d.lod_min) out.f32(7, *d.lod_min);
  if (d.lod_max) out.f32(8, *d.lod_max);
  if (d.anisotropy) out.u16(10, *d.anisotropy);
  if (d.compare) out.code(9, *d.compare);
  return out.finish();
}

Decoded<SamplerDescriptor> decodeSampler(ByteView bytes) {
  SamplerDescriptor d;
  const auto walked = walkTlv("sampler", bytes, [&](const Field& f) {
    switch (f.id) {
      case 1:
        d.address_u = member(f.bits, AddressMode::clamp_to_edge);
        break;
      case 2:
        d.address_v = member(f.bits, AddressMode::clamp_to_edge);
        break;
      case 3:
        d.address_w = member(f.bits, AddressMode::clamp_to_edge);
        break;
      case 4:
        d.mag = member(f.bits, FilterMode::linear);
        break;
      case 5:
        d.min = member(f.bits, FilterMode::linear);
        break;
      case 6:
        d.mipmap = member(f.bits, FilterMode::linear);
        break;
      case 7:
        d.lod_min = f.number();
        break;
      case 8:
        d.lod_max = f.number();
        break;
      case 9:
        d.compare = member(f.bits, CompareFunction::always);
        break;
      case 10:
        d.anisotropy = static_cast<uint16_t>(f.bits);
        break;
    }
  });
  if (!walked) return std::unexpected(walked.error());
  return d;
}

// ---- bind group ----

Bytes encode(const BindGroupDescriptor& d) {
  TlvWriter out(kBindGroup);
  out.code(1, d.group);
  ByteWriter& list = out.array(2).u8(static_cast<uint8_t>(d.entries.size()));
  for (const BindGroupEntry& e : d.entries) {
    list.u8(e.binding).u8(static_cast<uint8_t>(e.kind)).u16(e.id);
    if (e.kind == BindGroupEntry::Kind::buffer) list.u32(e.offset).u32(e.size);
  }
  return out.finish();
}

Decoded<BindGroupDescriptor> decodeBindGroup(ByteView bytes) {
  BindGroupDescriptor d;
  bool known_kinds = true;
  const auto scalar = [&](const Field& f) {
    if (f.id == 1) d.group = f.code();
  };
  const auto array = [&](ByteReader& in, uint8_t id) {
    if (id != 2) return false;
    const uint8_t count = in.u8();
    for (uint8_t i = 0; i < count && in.ok(); ++i) {
      BindGroupEntry e;
      e.binding = in.u8();
      const uint8_t kind = in.u8();
      known_kinds = known_kinds && kind <= static_cast<uint8_t>(BindGroupEntry::Kind::view);
      e.kind = static_cast<BindGroupEntry::Kind>(kind);
      e.id = in.u16();
      if (e.kind == BindGroupEntry::Kind::buffer) {
        e.offset = in.u32();
        e.size = in.u32();
      }
      d.entries.push_back(e);
    }
    return in.ok();
  };
  if (const auto walked = walkTlv("bind group", bytes, scalar, array); !walked) return std::unexpected(walked.error());
  if (!known_kinds) return bad("bind group", "has an entry of a kind above 4");
  return d;
}

// ---- own layouts ----

Bytes encode(const ComputePipelineDescriptor& d) {
  ByteWriter out;
  const std::string_view entry = std::string_view(d.entry).substr(0, 255);
  out.u8(kComputePipeline).u16(d.shader).u8(static_cast<uint8_t>(entry.size())).text(entry);
  if (d.layout) out.u16(*d.layout);
  return out.take();
}

Decoded<ComputePipelineDescriptor> decodeComputePipeline(ByteView bytes) {
  ByteReader in(bytes);
  ComputePipelineDescriptor d;
  in.u8();
  d.shader = in.u16();
  const uint8_t length = in.u8();
  d.entry = asText(in.take(length));
  if (!in.ok()) return bad("compute pipeline", "is too short");
  if (d.entry.empty()) return bad("compute pipeline", "names no entry point");
  if (in.left() >= 2) {
    const uint16_t layout = in.u16();
    if (layout != 0xFFFF) d.layout = layout;
  }
  return d;
}

Bytes encode(const RenderBundleDescriptor& d) {
  ByteWriter out;
  out.u8(static_cast<uint8_t>(d.colors.size()));
  for (TextureFormat f : d.colors) out.u8(static_cast<uint8_t>(f));
  out.u8(d.depth_stencil ? static_cast<uint8_t>(*d.depth_stencil) : 0xFF).u8(d.samples).u16(d.pipeline);
  for (const auto* ids : {&d.bind_groups, &d.vertex_buffers}) {
    out.u8(static_cast<uint8_t>(ids->size()));
    for (uint16_t id : *ids) out.u16(id);
  }
  out.u8(d.index_buffer ? 1 : 0);
  if (d.index_buffer) out.u16(*d.index_buffer);
  out.u8(d.indexed ? 1 : 0);
  for (size_t i = 0; i < (d.indexed ? 5u : 4u); ++i) out.u32(d.arguments[i]);
  return out.take();
}

Decoded<RenderBundleDescriptor> decodeRenderBundle(ByteView bytes) {
  ByteReader in(bytes);
  RenderBundleDescriptor d;
  const uint8_t colors = in.u8();
  for (uint8_t i = 0; i < colors && in.ok(); ++i) d.colors.push_back(formatOf(in.u8()));
  if (colors == 0) d.colors.push_back(TextureFormat::preferred_canvas_format);
  if (const uint8_t code = in.u8(); code != 0xFF) d.depth_stencil = formatOf(code);
  d.samples = in.u8();
  d.pipeline = in.u16();
  for (auto* ids : {&d.bind_groups, &d.vertex_buffers}) {
    const uint8_t count = in.u8();
    for (uint8_t i = 0; i < count && in.ok(); ++i) ids->push_back(in.u16());
  }
  if (in.u8() != 0) d.index_buffer = in.u16();
  d.indexed = in.u8() == 1;
  for (size_t i = 0; i < (d.indexed ? 5u : 4u); ++i) d.arguments[i] = in.u32();
  if (!in.ok()) return bad("render bundle", "is too short");
  return d;
}

Bytes encode(const QuerySetDescriptor& d) {
  ByteWriter out;
  out.u8(d.type == QueryType::timestamp ? 1 : 0).u16(d.count);
  return out.take();
}

Decoded<QuerySetDescriptor> decodeQuerySet(ByteView bytes) {
  ByteReader in(bytes);
  const QueryType type = in.u8() == 1 ? QueryType::timestamp : QueryType::occlusion;
  const uint16_t count = in.u16();
  if (!in.ok()) return bad("query set", "is too short");
  return QuerySetDescriptor{type, count};
}

Bytes encode(const ImageDescriptor& d) {
  ByteWriter out;
  const std::string_view mime = d.mime.substr(0, 255);
  out.u8(static_cast<uint8_t>(mime.size())).text(mime).raw(d.encoded);
  return out.take();
}

Decoded<ImageDescriptor> decodeImage(ByteView bytes) {
  ByteReader in(bytes);
  const uint8_t length = in.u8();
  const std::string_view mime = asText(in.take(length));
  if (!in.ok()) return bad("image", "is too short");
  return ImageDescriptor{mime, in.take(in.left())};
}

// ---- wasm arguments ----

namespace {
bool isLiteral(WasmCallArgument::Tag tag) {
  using enum WasmCallArgument::Tag;
  return tag == f32 || tag == i32 || tag == u32;
}
}  // namespace

Bytes encode(const std::vector<WasmCallArgument>& arguments) {
  ByteWriter out;
  out.u8(static_cast<uint8_t>(arguments.size()));
  for (const WasmCallArgument& a : arguments) {
    out.u8(static_cast<uint8_t>(a.tag));
    if (isLiteral(a.tag)) out.u32(a.bits);
  }
  return out.take();
}

Decoded<std::vector<WasmCallArgument>> decodeWasmArguments(ByteView bytes) {
  ByteReader in(bytes);
  const uint8_t count = in.u8();
  if (!in.ok() || count > kMaxWasmArguments) return bad("wasm argument", "has no count or one above 32");
  std::vector<WasmCallArgument> out;
  for (uint8_t i = 0; i < count; ++i) {
    const uint8_t tag = in.u8();
    if (in.ok() && tag > static_cast<uint8_t>(WasmCallArgument::Tag::time_delta)) break;
    WasmCallArgument a{static_cast<WasmCallArgument::Tag>(tag), 0};
    if (isLiteral(a.tag)) a.bits = in.u32();
    if (!in.ok()) return bad("wasm argument", "ends inside an argument");
    out.push_back(a);
  }
  return out;
}

}  // namespace pngine::format
