/** What stands for every value beyond the bound. */
export const otherValue = 'other';

const longest = 100;

/**
 * The values of one label, at most so many: each is a series that a scraper keeps. The first ones that
 * come are told apart, for as long as the process lives; every later one is `other`.
 */
export class BoundedLabel {
  private readonly known = new Set<string>();

  constructor(private readonly most: number) {}

  of(value: string): string {
    const label = value.slice(0, longest);
    if (this.known.has(label)) return label;
    if (this.known.size >= this.most) return otherValue;
    this.known.add(label);
    return label;
  }
}
