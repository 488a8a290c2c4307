// What the file of extras uses of the player. Its build replaces the modules named here by this list, so that nothing is
// in both files.
import { inflate } from './containers/inflate.js';
import { fail, failing } from './errors.js';
import { bindGroupFor } from './gpu/bind_groups.js';
import { readFields } from './gpu/descriptor.js';
import { CANVAS, formatOf, member } from './gpu/textures.js';
import { DRAWS } from './host/link.js';
import { DELTAS } from './host/protocol.js';
import { reader, textOf } from './stream/reader.js';

export const SHARED = [
  textOf, ...(DRAWS ? [inflate, fail, failing, bindGroupFor, readFields, CANVAS, formatOf, member, DELTAS, reader] : []),
];
