// The host of the player that computes only: no textures, no canvas, no drawing, no nested wasm modules.
import { computeCommands } from '../gpu/compute_commands.js';
import { copyCommands } from '../gpu/copy_commands.js';
import { createCommands } from '../gpu/create_commands.js';
import type { Features } from '../gpu/dispatcher.js';
import { createHost } from './host.js';
import type { Post, Receive } from './protocol.js';

export const computeFeatures: Features = {
  commands_: { ...createCommands, ...computeCommands, ...copyCommands },
};

export const start = (post: Post): Receive => createHost(computeFeatures, post);
