// What few programs and pages need: nested wasm modules, images, bundles, queries, texture views and explicit layouts of
// a program, values of uniforms, statistics; ZIP bundles, <img> sources, pointer inputs and sound. A build makes a file
// of its own of it, which the player loads when it meets one of them.
import { readZip } from './containers/zip.js';
import { bundleCommands } from './gpu/bundles.js';
import { statsOf } from './gpu/count.js';
import { imageCommands } from './gpu/images.js';
import { layoutCommands } from './gpu/layout_commands.js';
import { queryCommands } from './gpu/query_commands.js';
import { viewCommands } from './gpu/view_commands.js';
import { wasmCommands } from './gpu/wasm_commands.js';
import { uniformBytes } from './payload/uniform_value.js';
import { createAudio } from './player/audio.js';
import { attachOverlay, imageOf } from './player/image_source.js';
import { followPointer } from './player/pointer.js';

export const extras = {
  commands_: { ...bundleCommands, ...imageCommands, ...layoutCommands, ...queryCommands, ...viewCommands, ...wasmCommands },
  convert_: uniformBytes,
  stats_: statsOf,
  zip_: readZip,
  image_: imageOf,
  overlay_: attachOverlay,
  follow_: followPointer,
  sound_: createAudio,
};
