// The host of the player that plays everything.
import { bundleCommands } from '../gpu/bundles.js';
import { createCommands } from '../gpu/create_commands.js';
import { drawCommands } from '../gpu/draw_commands.js';
import { imageCommands } from '../gpu/images.js';
import { computePassCommands } from '../gpu/pass_commands.js';
import { queryCommands } from '../gpu/query_commands.js';
import { renderPassCommands } from '../gpu/render_pass.js';
import { renderPipelineCommands } from '../gpu/render_pipeline.js';
import { resizeAll, textureCommands } from '../gpu/textures.js';
import { wasmCommands } from '../gpu/wasm_commands.js';
import { type Features, createHost } from './host.js';
import type { Post, Receive } from './protocol.js';

export const fullFeatures: Features = {
  commands_: {
    ...createCommands, ...computePassCommands, ...wasmCommands, ...textureCommands, ...imageCommands,
    ...renderPipelineCommands, ...renderPassCommands, ...drawCommands, ...queryCommands, ...bundleCommands,
  },
  resize_: resizeAll,
};

export const start = (post: Post): Receive => createHost(fullFeatures, post);
