// The extras of the player that computes only.
import { statsOf } from './gpu/count.js';
import { layoutCommands } from './gpu/layout_commands.js';
import { uniformBytes } from './payload/uniform_value.js';

export const extras = { commands_: layoutCommands, convert_: uniformBytes, stats_: statsOf };
