// Query sets. Only render passes write into them.
import { Op } from '../generated/commands.js';
import { reader } from '../stream/reader.js';
import type { Commands } from './dispatcher.js';

export const queryCommands: Commands = {
  [Op.CreateQuerySet]: (d, id, desc) => d.create_('querySet', id, desc.length, (label) => {
    const [type, count] = reader(desc).read_('bh');
    return d.device_.createQuerySet({ label, type: type === 1 ? 'timestamp' : 'occlusion', count });
  }),
  [Op.TimestampWrites]: (d, id, beginningOfPassWriteIndex, endOfPassWriteIndex) => {
    const querySet = d.find_('querySet', id);
    if (querySet) d.next_ = { ...d.next_, timestampWrites: { querySet, beginningOfPassWriteIndex, endOfPassWriteIndex } };
  },
  [Op.OcclusionQuerySet]: (d, id) => {
    const occlusionQuerySet = d.find_('querySet', id);
    if (occlusionQuerySet) d.next_ = { ...d.next_, occlusionQuerySet };
  },
  [Op.ResolveQuerySet]: (d, id, first, count, bufferId, offset) => {
    const set = d.find_('querySet', id);
    const buffer = d.find_('buffer', bufferId);
    if (set && buffer) d.encoder_.resolveQuerySet(set, first, count, buffer, offset);
  },
};
