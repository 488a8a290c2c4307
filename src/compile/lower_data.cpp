// Lowering of byte sources: data (numbers, image files, shapes, wasm-data), image-bitmap, wasm-call.
#include <algorithm>
#include <cmath>

#include "compile/lowering.h"
#include "compile/shape_mesh.h"
#include "compile/wasm_module.h"

namespace pngine::compile {
namespace {

constexpr uint64_t kShapeBudget = 32u << 20;
constexpr size_t kMaxMime = 255;  // its length travels as a byte

/// The known return types, for "did you mean".
constexpr std::string_view kReturnNames[] = {"f32", "i32", "u32", "vec2", "vec3", "vec4", "mat3x3", "mat4x4"};

bool isGenerator(FormId id) {
  switch (id) {
    case FormId::cube:
    case FormId::plane:
    case FormId::sphere:
    case FormId::torus:
    case FormId::truncated_cone:
    case FormId::cylinder:
    case FormId::teapot:
    case FormId::dragon:
      return true;
    default:
      return false;
  }
}

std::string_view generatorName(FormId id) {
  switch (id) {
    case FormId::cube:
      return "cube";
    case FormId::plane:
      return "plane";
    case FormId::sphere:
      return "sphere";
    case FormId::torus:
      return "torus";
    case FormId::truncated_cone:
      return "truncated-cone";
    case FormId::cylinder:
      return "cylinder";
    case FormId::teapot:
      return "teapot";
    case FormId::dragon:
      return "dragon";
    default:
      return "wasm-data";
  }
}

void lowerFloats(Lowering& l, program::Data& data, const Value& list) {
  const Value* beyond = nullptr;
  ByteWriter w;
  for (const Value& item : list.items) {
    const auto stored = static_cast<float>(item.number);
    if (beyond == nullptr && std::isinf(stored)) beyond = &item;
    w.f32(stored);
  }
  data.bytes = w.take();
  if (beyond != nullptr) {
    l.warning("data/float32-range", beyond->span,
              cat(l.self(), " :float32 holds ", beyond->number, ", which f32 cannot; it is stored as infinity"));
  }
}

void lowerImageFile(Lowering& l, const Form& form, program::Data& data) {
  data.source = program::Data::Source::file;
  const At<std::string> mime = l.text(form, PropId::data__mime);
  data.mime = mime.written() ? mime.value : "application/octet-stream";
  if (data.mime.empty() || data.mime.size() > kMaxMime) {
    l.error("data/mime-length", mime.span,
            cat(l.self(), " :mime has ", counted(data.mime.size(), "byte", "bytes"), ", and a media type has 1 to ",
                kMaxMime));
    return;
  }
  const At<std::string> path = l.text(form, PropId::data__file);
  const std::optional<Bytes> bytes = l.file("data/file-unreadable", path);
  if (!bytes) return;
  if (bytes->empty()) {
    l.error("data/file-empty", path.span, cat(l.self(), " :file \"", path.value, "\" has no bytes"));
    return;
  }
  ByteWriter w;
  w.u8(static_cast<uint8_t>(data.mime.size())).text(data.mime).raw(*bytes);
  data.bytes = w.take();
}

void lowerShape(Lowering& l, const Form& child, program::Data& data) {
  data.source = program::Data::Source::shape;
  data.shape = generatorName(child.id);
  if (l.generated_bytes > kShapeBudget) return;  // reported at the shape that went over it
  std::vector<shapes::Error> warnings;
  std::expected<shapes::Mesh, shapes::Error> mesh = shapes::generate(child, kShapeBudget, warnings);
  for (const shapes::Error& w : warnings) l.warning(w.rule, w.span, cat(l.self(), " ", w.message));
  if (!mesh) {
    l.error(mesh.error().rule, mesh.error().span, cat(l.self(), " ", mesh.error().message));
    return;
  }
  l.generated_bytes += mesh->vertices.size() + mesh->indices.size();
  if (l.generated_bytes > kShapeBudget) {
    l.error("shape/budget", child.head,
            cat(l.self(), " brings the generated meshes of the document to ", l.generated_bytes,
                " bytes, and the most is ", kShapeBudget));
    return;
  }
  data.bytes = std::move(mesh->vertices);
  data.indices = std::move(mesh->indices);
  data.index_format = mesh->index_format;
  data.vertex_stride = mesh->stride;
  data.layout = std::move(mesh->layout);
}

/// Checks that `bytes` is a module which exports the function and a memory. `arguments`: those of :args; absent where
/// the form has none to give.
void checkExports(Lowering& l, std::string_view rule, const Bytes& bytes, const At<std::string>& function, Span file,
                  std::optional<size_t> arguments) {
  const std::optional<WasmModule> module = readWasm(bytes);
  if (!module) {
    l.error(rule, file, cat(l.self(), " :file is not a WebAssembly module of version 1"));
    return;
  }
  std::vector<std::string_view> names;
  bool memory = false;
  for (const WasmExport& e : module->exports) {
    if (e.kind == WasmExport::Kind::function) names.push_back(e.name);
    memory = memory || (e.kind == WasmExport::Kind::memory && e.name == "memory");
  }
  const WasmExport* found = module->find(function.value, WasmExport::Kind::function);
  if (found == nullptr) {
    Diagnostic& d =
        l.error(rule, function.span,
                cat(l.self(), " :func `", function.value,
                    "` is not an exported function; exported: ", names.empty() ? "none" : listed(names, "and")));
    if (const std::string hint = didYouMean(function.value, names); !hint.empty())
      d.notes.push_back({std::nullopt, hint});
    return;
  }
  if (found->parameters != arguments.value_or(0)) {
    l.error(rule, function.span,
            cat(l.self(), " :func `", function.value, "` takes ", counted(found->parameters, "argument", "arguments"),
                arguments ? cat(", and :args gives ", *arguments) : ", and a function of data is called without any"));
    return;
  }
  if (!memory && !module->has_imports) {
    l.error(rule, file, cat(l.self(), " :file exports no memory called `memory`, so its results cannot be read"));
  }
}

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
  while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
  return s;
}

/// T of array<T, N>; empty for anything else.
std::string_view elementOf(std::string_view type) {
  const size_t comma = type.find(',');
  if (!type.starts_with("array<") || comma == std::string_view::npos) return {};
  return trimmed(type.substr(6, comma - 6));
}

void lowerWasmData(Lowering& l, const Form& child, program::Data& data) {
  data.source = program::Data::Source::wasm;
  const At<std::string> function = l.text(child, PropId::wasm_data__func);
  const At<std::string> returns = l.text(child, PropId::wasm_data__returns);
  data.function = function.value;
  const std::optional<uint64_t> size = returnedBytes(returns.value, true);
  if (!size) {
    Diagnostic& d = l.error(
        "wasm-data/returns", returns.span,
        cat(l.self(), " :returns \"", returns.value, "\" is not ", kReturnTypes, ", nor array<T, N> of one of them"));
    const std::string_view element = elementOf(returns.value);
    const bool known = std::ranges::find(kReturnNames, element) != std::end(kReturnNames);
    if (known)
      d.notes.push_back({std::nullopt, "N is a number in digits"});
    else if (const std::string hint = didYouMean(element.empty() ? returns.value : element, kReturnNames);
             !hint.empty())
      d.notes.push_back({std::nullopt, hint});
  } else if (*size > UINT32_MAX) {
    l.error("wasm-data/returns-overflow", returns.span,
            cat(l.self(), " :returns \"", returns.value, "\" is ", *size, " bytes, above the ceiling of 4294967295"));
  } else {
    data.returned_bytes = static_cast<uint32_t>(*size);
  }
  const At<std::string> path = l.text(child, PropId::wasm_data__file);
  std::optional<Bytes> bytes = l.file("wasm-data/file", path);
  if (!bytes) return;
  checkExports(l, "wasm-data/not-wasm", *bytes, function, path.span, std::nullopt);
  data.wasm = std::move(*bytes);
}

std::optional<uint64_t> scalarBytes(std::string_view type) {
  static constexpr uint64_t kBytes[] = {4, 4, 4, 8, 12, 16, 36, 64};
  const auto at = std::ranges::find(kReturnNames, type);
  if (at == std::end(kReturnNames)) return std::nullopt;
  return kBytes[at - std::begin(kReturnNames)];
}

}  // namespace

std::optional<uint64_t> returnedBytes(std::string_view type, bool arrays) {
  if (const std::optional<uint64_t> plain = scalarBytes(type)) return plain;
  if (!arrays || !type.starts_with("array<") || !type.ends_with(">")) return std::nullopt;
  const std::string_view inside = type.substr(6, type.size() - 7);
  const size_t comma = inside.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const std::optional<uint64_t> element = scalarBytes(elementOf(type));
  const std::string_view digits = trimmed(inside.substr(comma + 1));
  if (!element || digits.empty() || digits.size() > 12) return std::nullopt;
  uint64_t count = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    count = count * 10 + static_cast<uint64_t>(c - '0');
  }
  return *element * count;
}

void lowerData(Lowering& l, const Form& form, Index index) {
  program::Data& data = l.program.data[index];
  const Value* floats = form.find(PropId::data__float32);
  const Value* file = form.find(PropId::data__file);
  const Form* child = form.children.empty() ? nullptr : form.children.front().get();
  if (floats == nullptr && file == nullptr && child == nullptr) {
    l.error("data/no-source", form.head,
            cat(l.self(), " has no source; give it :float32, :file, or one generator such as (cube)"));
    return;
  }
  if (child != nullptr && (floats != nullptr || file != nullptr)) {
    l.error("data/two-sources", child->head,
            cat(l.self(), " has two sources: (", generatorName(child->id), ") and ",
                floats != nullptr ? ":float32" : ":file"))
        .notes.push_back({floats != nullptr ? floats->span : file->span, "the other source is here"});
    return;
  }
  if (const Value* mime = form.find(PropId::data__mime); mime != nullptr && file == nullptr) {
    l.warning("data/mime-without-file", mime->span,
              cat(l.self(), " :mime says what :file holds, and there is no :file"));
  }
  if (floats != nullptr)
    lowerFloats(l, data, *floats);
  else if (file != nullptr)
    lowerImageFile(l, form, data);
  else if (isGenerator(child->id))
    lowerShape(l, *child, data);
  else
    lowerWasmData(l, *child, data);
}

void lowerImageBitmap(Lowering& l, const Form& form, Index index) {
  l.program.images[index].data = l.ref(form, PropId::image_bitmap__data).value;
}

void lowerWasmCall(Lowering& l, const Form& form, Index index) {
  program::WasmCall& call = l.program.wasm_calls[index];
  const At<std::string> path = l.text(form, PropId::wasm_call__file);
  call.file = path.value;
  call.function = l.text(form, PropId::wasm_call__func);
  call.returns = l.text(form, PropId::wasm_call__returns);
  if (const Value* args = form.find(PropId::wasm_call__args)) {
    constexpr size_t kMaxArgs = 32;
    if (args->items.size() > kMaxArgs) {
      l.error("wasmcall/args-too-many", args->items[kMaxArgs].span,
              cat(l.self(), " :args has ", args->items.size(), " arguments, and the most is ", kMaxArgs));
    }
    for (const Value& item : args->items) {
      program::WasmArg arg;
      if (item.kind == Value::Kind::member) {
        arg.kind = program::WasmArg::Kind::input;
        arg.input = static_cast<webgpu::WasmArgument>(item.code);
      } else {
        arg.number = item.number;
        const bool whole =
            item.number >= 0 && item.number <= 4294967295.0 && item.number == static_cast<double>(toU32(item.number));
        arg.kind = whole ? program::WasmArg::Kind::u32 : program::WasmArg::Kind::f32;
      }
      call.args.push_back(arg);
    }
  }
  const std::optional<uint64_t> size = returnedBytes(call.returns.value, false);
  if (size) {
    call.returned_bytes = static_cast<uint32_t>(*size);
  } else {
    Diagnostic& d = l.error("wasmcall/returns", call.returns.span,
                            cat(l.self(), " :returns \"", call.returns.value, "\" is not ", kReturnTypes));
    if (returnedBytes(call.returns.value, true))
      d.notes.push_back({std::nullopt, "a call returns one value; arrays come from (data (wasm-data ...))"});
    else if (const std::string hint = didYouMean(call.returns.value, kReturnNames); !hint.empty())
      d.notes.push_back({std::nullopt, hint});
  }
  std::optional<Bytes> bytes = l.file("wasmcall/file", path);
  if (!bytes) return;
  checkExports(l, "wasmcall/export", *bytes, call.function, path.span, call.args.size());
  call.wasm = std::move(*bytes);
}

}  // namespace pngine::compile
