// What few programs and pages need: nested wasm modules, images, bundles and queries of a program; ZIP bundles, <img>
// sources, pointer inputs and sound. A build makes a file of its own of it, which the player loads when it meets one.
import { readZip } from './containers/zip.js';
import { bundleCommands } from './gpu/bundles.js';
import { imageCommands } from './gpu/images.js';
import { queryCommands } from './gpu/query_commands.js';
import { wasmCommands } from './gpu/wasm_commands.js';
import { createAudio } from './player/audio.js';
import { attachOverlay, imageOf } from './player/image_source.js';
import { followPointer } from './player/pointer.js';

export const extras = {
  commands_: { ...bundleCommands, ...imageCommands, ...queryCommands, ...wasmCommands },
  zip_: readZip,
  image_: imageOf,
  overlay_: attachOverlay,
  follow_: followPointer,
  sound_: createAudio,
};
