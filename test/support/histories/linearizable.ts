/** An operation on one object, as far as the order of operations follows from it. */
export interface Timed {
  readonly kind: string;
  readonly input: object;
  readonly invoked: number;
  /** Null: no answer came. */
  readonly answered: number | null;
  readonly answer: { readonly ok: boolean } | null;
  readonly replica: string;
  /** Only what the same replica answered before precedes it. */
  readonly shown?: true;
}

/** How one object answers when operations come one after another. */
export interface Model<S, O extends Timed> {
  readonly initial: S;
  /**
   * Every state that may follow; none: the object cannot answer so. Of an operation without an
   * answer, the states after its effect.
   */
  step(state: S, operation: O): readonly S[];
  /** The same for equal states. */
  keyOf(state: S): string;
}

export type Verdict<O> =
  | { readonly is: 'linearizable' }
  /** No order explains the answers; these could not be put into the longest one that was tried. */
  | { readonly is: 'impossible'; readonly stuck: readonly O[] }
  /** Too many orders were tried. */
  | { readonly is: 'undecided' };

/** Orders that are tried, in steps of one operation. */
const mostSteps = 200_000;

interface Branch<S> {
  readonly state: S;
  /** Places of operations that are in the order so far. */
  readonly done: bigint;
}

/**
 * Whether the operations could have taken effect one after another, each between its beginning and
 * its answer; without an answer at any time after its beginning, or never. Wing and Gong's search
 * with Lowe's memory of configurations that were tried.
 */
export function linearize<S, O extends Timed>(
  model: Model<S, O>,
  operations: readonly O[],
): Verdict<O> {
  const sorted = operations.toSorted((one, other) => one.invoked - other.invoked);
  const search = new Search(model, sorted);
  return search.run();
}

class Search<S, O extends Timed> {
  private readonly tried = new Set<string>();
  private readonly branches: Branch<S>[];
  /** What an operation without an answer asked; null: it was answered. */
  private readonly twins: readonly (string | null)[];
  /** Every operation that was answered. */
  private readonly wanted: bigint;
  private furthest = { count: -1, stuck: [] as readonly O[] };
  private steps = 0;

  constructor(
    private readonly model: Model<S, O>,
    private readonly operations: readonly O[],
  ) {
    this.twins = operations.map(({ answered, kind, input }) =>
      answered === null ? JSON.stringify([kind, input]) : null,
    );
    this.wanted = operations.reduce(
      (mask, { answered }, place) => (answered === null ? mask : mask | (1n << BigInt(place))),
      0n,
    );
    this.branches = [{ state: model.initial, done: 0n }];
  }

  run(): Verdict<O> {
    for (;;) {
      const branch = this.branches.pop();
      if (branch === undefined) return { is: 'impossible', stuck: this.furthest.stuck };
      if ((branch.done & this.wanted) === this.wanted) return { is: 'linearizable' };
      if (this.steps > mostSteps) return { is: 'undecided' };
      this.goOn(branch);
    }
  }

  /** Adds a branch for each operation that may be next. */
  private goOn(branch: Branch<S>): void {
    const next = this.mayBeNext(branch.done);
    this.noteStuck(branch, next);
    const own = this.model.keyOf(branch.state);
    const found: Branch<S>[] = [];
    for (const place of next) {
      const operation = this.operations[place] as O;
      this.steps += 1;
      const done = branch.done | (1n << BigInt(place));
      const after = this.model.step(branch.state, operation);
      const [only] = after;
      const isIdle = after.length === 1 && only !== undefined && this.model.keyOf(only) === own;
      // What has no effect now and no answer need not come; what never has one may come first.
      if (isIdle && operation.answered === null) continue;
      if (isIdle && neverActs(operation)) return this.push([{ state: branch.state, done }]);
      found.push(...after.map((state) => ({ state, done })));
    }
    // The operation that was answered first is tried first.
    this.push(found.reverse());
  }

  private push(branches: readonly Branch<S>[]): void {
    for (const branch of branches) {
      const key = `${branch.done.toString(36)} ${this.model.keyOf(branch.state)}`;
      if (this.tried.has(key)) continue;
      this.tried.add(key);
      this.branches.push(branch);
    }
  }

  /** Places of operations before which no other has to be; answered ones first, by their answers. */
  private mayBeNext(done: bigint): readonly number[] {
    const open = this.operations.flatMap((operation, place) =>
      ((done >> BigInt(place)) & 1n) === 0n ? [{ ...timesOf(operation), place }] : [],
    );
    const first = Math.min(...open.map(({ end }) => end));
    const firstAt = new Map<string, number>();
    for (const { replica, end } of open) {
      firstAt.set(replica, Math.min(end, firstAt.get(replica) ?? Infinity));
    }
    const ready = open.filter(({ begin, replica, isShown }) =>
      isShown ? begin <= (firstAt.get(replica) ?? Infinity) : begin <= first,
    );
    return this.withoutTwins(ready)
      .toSorted((one, other) => one.end - other.end)
      .map(({ place }) => place);
  }

  /** Of operations without an answer that ask the same, the first can stand for all. */
  private withoutTwins<T extends { readonly place: number }>(ready: readonly T[]): readonly T[] {
    const seen = new Set<string>();
    return ready.filter(({ place }) => {
      const twin = this.twins[place] ?? null;
      const isFirst = twin === null || !seen.has(twin);
      if (twin !== null) seen.add(twin);
      return isFirst;
    });
  }

  private noteStuck({ done }: Branch<S>, next: readonly number[]): void {
    const count = done.toString(2).replaceAll('0', '').length;
    if (count <= this.furthest.count) return;
    const stuck = next.flatMap((place) => this.operations[place] ?? []);
    this.furthest = { count, stuck };
  }
}

/** A read, or a refusal; another operation that changes nothing now may change something later. */
function neverActs({ kind, answer }: Timed): boolean {
  return kind.endsWith('.read') || answer?.ok === false;
}

function timesOf({ invoked, answered, replica, shown }: Timed): {
  readonly begin: number;
  readonly end: number;
  readonly replica: string;
  readonly isShown: boolean;
} {
  return { begin: invoked, end: answered ?? Infinity, replica, isShown: shown === true };
}
