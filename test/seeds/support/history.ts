/** One fact that is seen from outside. */
export interface Fact {
  /** ms since the beginning. */
  readonly at: number;
  readonly what: string;
  readonly who: string;
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}

/** What was seen from outside, in the order in which it happened. */
export class History {
  readonly facts: Fact[] = [];

  constructor(private readonly time: () => number) {}

  note(what: string, who: string, data: Fact['data'] = {}): void {
    this.facts.push({ at: this.time(), what, who, data });
  }

  of(what: string): readonly Fact[] {
    return this.facts.filter((fact) => fact.what === what);
  }

  /** One line for each fact; the same for the same seed. */
  print(): string {
    return this.facts
      .map(({ at, what, who, data }) => `${at} ${who} ${what} ${JSON.stringify(data)}\n`)
      .join('');
  }
}
