// The host of the player that computes only: no textures, no canvas, no drawing, no queries, no nested wasm modules.
import { createCommands } from '../gpu/create_commands.js';
import { laterLayouts } from '../gpu/later_commands.js';
import { computePassCommands } from '../gpu/pass_commands.js';
import { type Features, createHost } from './host.js';
import type { Post, Receive } from './protocol.js';

export const computeFeatures: Features = { commands_: { ...createCommands, ...laterLayouts, ...computePassCommands } };

export const start = (post: Post): Receive => createHost(computeFeatures, post);
