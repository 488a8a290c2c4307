// Passes errors on, each distinct text once per load, and without the ones that only follow from an earlier one.
import { type ErrorData } from '../errors.js';
import type { Report } from '../gpu/dispatcher.js';

const MAX_REPORTS = 100;
/** How browsers speak of an object whose creation failed. */
const consequence = /\[Invalid |label is invalid/;

/** `seen` holds what was reported since the load. */
export const createReporter = (seen: Set<string>, send: (error: ErrorData) => void): Report => (code, message, more) => {
  const text = code + message;
  if (seen.has(text) || seen.size > MAX_REPORTS || (seen.size && consequence.test(text))) return;
  seen.add(text);
  send({ ...more, code, message });
};
