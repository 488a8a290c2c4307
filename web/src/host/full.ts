// The host of the player that plays everything.
import { createCommands } from '../gpu/create_commands.js';
import { drawCommands } from '../gpu/draw_commands.js';
import { computePassCommands } from '../gpu/pass_commands.js';
import { laterCommands } from '../gpu/later_commands.js';
import { renderPassCommands } from '../gpu/render_pass.js';
import { renderPipelineCommands } from '../gpu/render_pipeline.js';
import { resizeAll, textureCommands } from '../gpu/textures.js';
import { type Features, createHost } from './host.js';
import type { Post, Receive } from './protocol.js';

export const fullFeatures: Features = {
  commands_: {
    ...createCommands, ...computePassCommands, ...textureCommands, ...laterCommands,
    ...renderPipelineCommands, ...renderPassCommands, ...drawCommands,
  },
  resize_: resizeAll,
};

export const start = (post: Post): Receive => createHost(fullFeatures, post);
