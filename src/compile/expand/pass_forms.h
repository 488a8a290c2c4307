// Writing a pass graph out as plain forms.
#pragma once
#include "compile/expand.h"
#include "compile/expand/graph.h"

namespace pngine::compile::sugar {

/// Appends sampler, then everything of each pass, then the frame `main`. Of a failed pass only its texture is made, so
/// that what reads it is not reported too.
void writeGraph(sjon::Document& document, const Graph& graph, Expansion& out);

}  // namespace pngine::compile::sugar
