/** Replaces all values beyond the limit. */
export const otherValue = 'other';

const longest = 100;

/**
 * A bounded set of a label's values, because each is a series for the scraper. The first ones of
 * the process are distinct; later ones are `other`.
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
