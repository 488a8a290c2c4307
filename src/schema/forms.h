// C++ face of forms.def: identifiers of forms and properties, and their rows. A form is added by one row in forms.def, one
// lowering function in compile/ and one golden.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "webgpu/enums.h"

namespace pngine::schema {

// Identifiers follow the spelling: FormId::compute_pass for (compute-pass ...), PropId::compute_pass__bind_groups for its
// :bind-groups. Local forms carry their parent: bind_group_entry, bind_group_layout_entry; layout_buffer,
// layout_sampler, layout_texture, layout_storage_texture (children of a layout entry); copy_texture_source,
// copy_texture_destination, copy_image_source, copy_image_destination.
enum class FormId : uint8_t {
#define FORM(id, ...) id,
#define PROP(...)
#define CHILD(...)
#include "schema/forms.def"
};
enum class PropId : uint16_t {
#define FORM(...)
#define PROP(form, id, ...) form##__##id,
#define CHILD(...)
#include "schema/forms.def"
};

}  // namespace pngine::schema
