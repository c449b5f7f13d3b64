type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

const line = /^(?<name>[a-z]\w*)(?:\{(?<labels>[^}]*)\})? (?<value>\S+)$/;

/** What a scrape of `/metrics` showed. */
export class Samples {
  private constructor(private readonly samples: readonly Sample[]) {}

  /** Fails on a line that is no sample of the text format. */
  static read(text: string): Samples {
    const lines = text.split('\n').filter((each) => each !== '' && !each.startsWith('#'));
    return new Samples(lines.map(sampleOf));
  }

  get names(): ReadonlySet<string> {
    return new Set(this.samples.map(({ name }) => name));
  }

  /** Of all series with these labels among their own. */
  sum(name: string, labels: Labels = {}): number {
    return this.find(name, labels).reduce((total, { value }) => total + value, 0);
  }

  /** The value of the only series with these labels among its own. */
  of(name: string, labels: Labels = {}): number {
    const found = this.find(name, labels);
    if (found.length !== 1) {
      throw new Error(`${found.length} series ${name} ${JSON.stringify(labels)}`);
    }
    return found[0]!.value;
  }

  private find(name: string, labels: Labels): readonly Sample[] {
    return this.samples.filter(
      (sample) =>
        sample.name === name &&
        Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    );
  }
}

function sampleOf(text: string): Sample {
  const groups = line.exec(text)?.groups;
  if (groups === undefined) throw new Error(`no sample: ${text}`);
  const { name = '', labels = '', value = '' } = groups;
  const pairs = [...labels.matchAll(/(?<label>\w+)="(?<value>(?:[^"\\]|\\.)*)"/g)];
  const read = pairs.map(({ groups: pair }) => [pair?.['label'] ?? '', pair?.['value'] ?? '']);
  return { name, labels: Object.fromEntries(read) as Labels, value: Number(value) };
}
