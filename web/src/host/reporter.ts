// Passes errors on, each distinct text once per load, and without the ones that only follow from an earlier one.
import type { ErrorData } from '../errors.js';

const MAX_REPORTS = 100;
/** How browsers speak of an object whose creation failed. */
const consequence = /\[Invalid |label is invalid/;

export class Reporter {
  private readonly seen_ = new Set<string>();

  constructor(private readonly send_: (error: ErrorData) => void) {}

  readonly report_ = (error: ErrorData): void => {
    const { seen_: seen } = this;
    const text = error.code + error.message;
    if (seen.has(text) || seen.size > MAX_REPORTS || (seen.size && consequence.test(text))) return;
    seen.add(text);
    this.send_(error);
  };

  reset_(): void {
    this.seen_.clear();
  }
}
