import { Ids } from '#platform/ids.js';

/** An object of a class with only these members, for parts that are simulated. */
export function standIn<T>(of: abstract new (...given: never[]) => T, members: object): T {
  const made = Object.create(of.prototype as object) as object;
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(made, name, { value, writable: true });
  }
  return made as T;
}

/** Ids that are the same for the same seed. */
export class CountedIds extends Ids {
  private last = 0;

  constructor(private readonly name: string) {
    super();
  }

  override next(prefix: string): string {
    return `${prefix}_${this.name}_${++this.last}`;
  }
}
