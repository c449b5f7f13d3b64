import { HistoryRecorder, type Observed } from '../../support/histories/history-recorder.js';
import type { HistoryEntry } from '../../support/histories/history.js';

/** One fact that is seen from outside, beside what oracles of every campaign read. */
export interface Fact {
  /** ms since the beginning. */
  readonly at: number;
  readonly what: string;
  readonly who: string;
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}

/** Keeps the time of each entry for those who read a history. */
class TimedRecorder extends HistoryRecorder {
  constructor(private readonly noted: (entry: Observed) => void) {
    super();
  }

  override note(entry: Observed): void {
    super.note(entry);
    this.noted(entry);
  }
}

/** What was seen from outside, in the order in which it happened. */
export class History {
  readonly facts: Fact[] = [];
  /** What the oracles of every campaign read. */
  readonly recorder: HistoryRecorder;
  private readonly lines: (() => string)[] = [];

  constructor(private readonly time: () => number) {
    this.recorder = new TimedRecorder((entry) => {
      const at = this.time();
      this.lines.push(() => `${at} ${JSON.stringify(entry)}\n`);
    });
  }

  note(what: string, who: string, data: Fact['data'] = {}): void {
    const at = this.time();
    this.facts.push({ at, what, who, data });
    this.lines.push(() => `${at} ${who} ${what} ${JSON.stringify(data)}\n`);
  }

  of(what: string): readonly Fact[] {
    return this.facts.filter((fact) => fact.what === what);
  }

  /** One line for each fact and entry, operations last; the same for the same seed. */
  print(): string {
    const isOperation = ({ entry }: HistoryEntry): boolean => entry === 'operation';
    const operations = this.recorder.history.filter(isOperation);
    const told = operations.map((operation) => `${JSON.stringify(operation)}\n`);
    return [...this.lines.map((line) => line()), ...told].join('');
  }
}
