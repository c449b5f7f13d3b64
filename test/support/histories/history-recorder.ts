import type { HistoryEntry, OperationKind, OperationKinds, OperationOf } from './history.js';

/** An entry without its place in the order. */
export type Observed = HistoryEntry extends infer E
  ? E extends { readonly order: number }
    ? Omit<E, 'order'>
    : never
  : never;

interface Asked<K extends OperationKind> {
  readonly client: string;
  readonly replica: string;
  readonly kind: K;
  readonly input: OperationKinds[K]['input'];
  readonly shown?: true;
}

/** Keeps a history: whatever it is told of comes after what it was told of before. */
export class HistoryRecorder {
  private readonly kept: HistoryEntry[] = [];
  private readonly open = new Set<OperationOf<OperationKind>>();
  private order = 0;

  /** Operations that were not answered so far are without an answer. */
  get history(): readonly HistoryEntry[] {
    return [...this.kept, ...this.open] as readonly HistoryEntry[];
  }

  note(entry: Observed): void {
    this.kept.push({ ...entry, order: this.next() });
  }

  /**
   * An operation begins. Call what is returned with its answer, and with who answered if it is not
   * who was asked, unless none comes.
   */
  begin<K extends OperationKind>(
    asked: Asked<K>,
  ): (answer: NonNullable<OperationOf<K>['answer']>, replica?: string) => void {
    const begun: OperationOf<K> = {
      entry: 'operation',
      ...asked,
      invoked: this.next(),
      answered: null,
      answer: null,
    };
    this.open.add(begun);
    return (answer, replica = asked.replica) => {
      if (!this.open.delete(begun)) throw new Error(`${asked.kind} was answered twice`);
      const answered = this.next();
      this.kept.push({ ...begun, replica, answered, answer } as unknown as HistoryEntry);
    };
  }

  private next(): number {
    this.order += 1;
    return this.order;
  }
}
