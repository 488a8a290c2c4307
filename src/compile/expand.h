// The step between parsing and checking that turns sugar (init, pass-graph) into plain forms.
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

/// Replaces every sugar form of the document by plain forms behind the authored ones.
Expansion expandSugar(sjon::Document& document, Diagnostics& diagnostics);

}  // namespace pngine::compile
