// Runs the families of rules in the order in which resources are made.
#include "program/rules.h"

namespace pngine::program {

void checkRules(const Program&, const RuleOptions&, Diagnostics&) {}

}  // namespace pngine::program
