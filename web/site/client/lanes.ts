// The labelled numbers over the frame.

export class Lanes {
  constructor(private readonly list: HTMLElement) {}

  show(numbers: readonly number[]): void {
    for (const item of this.list.querySelectorAll<HTMLElement>('dd')) {
      const { lane, of, digits } = item.dataset;
      const [top = 0, bottom = 0] = (of ?? '').split(' ').map((i) => numbers[Number(i)] ?? NaN);
      const value = lane === undefined ? (top / bottom).toFixed(Number(digits)) : numbers[Number(lane)];
      item.textContent = value === undefined ? '–' : `${value}`;
    }
    const labelled = this.list.querySelectorAll('[data-lane]').length;
    numbers.slice(labelled).forEach((number, i) => this.add(labelled + i, number));
    this.list.hidden = false;
  }

  hide(): void {
    this.list.hidden = true;
  }

  /** A lane that the page has no label for. */
  private add(lane: number, number: number): void {
    const item = document.createElement('div');
    const label = Object.assign(document.createElement('dt'), { textContent: `lane ${lane}` });
    const value = Object.assign(document.createElement('dd'), { textContent: `${number}` });
    value.dataset['lane'] = `${lane}`;
    item.append(label, value);
    this.list.append(item);
  }
}
