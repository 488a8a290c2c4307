// The host of the player that plays everything.
import { bundleCommands } from '../gpu/bundles.js';
import { computeCommands } from '../gpu/compute_commands.js';
import { copyCommands } from '../gpu/copy_commands.js';
import { createCommands } from '../gpu/create_commands.js';
import type { Features } from '../gpu/dispatcher.js';
import { drawCommands } from '../gpu/draw_commands.js';
import { imageCommands } from '../gpu/images.js';
import { renderPassCommands } from '../gpu/render_pass.js';
import { renderPipelineCommands } from '../gpu/render_pipeline.js';
import { resizeTextures, textureCommands } from '../gpu/textures.js';
import { wasmCommands } from '../gpu/wasm_commands.js';
import { createHost } from './host.js';
import type { Post, Receive } from './protocol.js';

export const fullFeatures: Features = {
  commands_: {
    ...createCommands, ...computeCommands, ...copyCommands, ...wasmCommands, ...textureCommands, ...imageCommands,
    ...renderPipelineCommands, ...renderPassCommands, ...drawCommands, ...bundleCommands,
  },
  resize_: resizeTextures,
};

export const start = (post: Post): Receive => createHost(fullFeatures, post);
