// The step between parsing and checking that turns sugar into plain forms: (init ...) becomes a pipeline, a group and a
// pass; (pass-graph (pass ...) ...) becomes modules, textures, buffers, pipelines, passes, queues and the frame `main`.
// The authored sugar stays in the document, where the schema checks its shape; lowering has no use for it.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/span.h"

namespace pngine::sjon {
class Document;
}

namespace pngine::compile {

/// Where the author's text lies inside the code of a shader module that sugar made.
struct GeneratedModule {
  std::string name;   ///< of the shader-module form
  uint32_t head = 0;  ///< bytes of generated text in front of the author's
  Span code{};        ///< of the author's string token in the document
  bool raw = true;    ///< written with triple quotes
};

struct Expansion {
  std::vector<GeneratedModule> modules;
};

/// Appends what the document's sugar stands for, behind the authored forms. Findings about a pass lie on that pass;
/// unknown keys and kinds of values are left to the schema.
Expansion expandSugar(sjon::Document& document, Diagnostics& diagnostics);

/// An expanded document as text without its sugar: compiling it gives the same payload. Comments are not kept.
std::string expandedText(const sjon::Document& document);

}  // namespace pngine::compile
