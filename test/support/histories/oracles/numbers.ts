import { entriesOf, type Connected, type HistoryEntry, type Message } from '../history.js';
import type { Problem } from './problem.js';

/**
 * Every client gets each stored event once and in the order of its numbers, also when it comes back
 * with the last number that it had. What is stored is what any client got.
 */
export function numbersWhole(history: readonly HistoryEntry[]): readonly Problem[] {
  const frames = history.filter(
    (entry) => entry.entry === 'connected' || entry.entry === 'message',
  );
  const typeOf = new Map<number, string>();
  const problems: Problem[] = [];
  const blame = (about: string, message: string): void =>
    void problems.push({ oracle: 'numbers', about, message });
  for (const { client, seq, type } of entriesOf(history, 'message')) {
    if (seq === null) continue;
    const known = typeOf.get(seq);
    if (known !== undefined && known !== type) {
      blame(client, `number ${seq} is ${type} here and ${known} elsewhere`);
    }
    typeOf.set(seq, type);
  }
  const stored = [...typeOf.keys()].sort((one, other) => one - other);
  for (const [client, own] of Map.groupBy(frames, (frame) => frame.client)) {
    for (const message of new Reader(stored).read(own)) blame(client, message);
  }
  return problems;
}

/** Follows one client, who expects the stored event after the last one. */
class Reader {
  /** Null before the first hello. */
  private last: number | null = null;
  private readonly problems: string[] = [];

  constructor(private readonly stored: readonly number[]) {}

  read(frames: readonly (Connected | Message)[]): readonly string[] {
    for (const frame of frames.toSorted((one, other) => one.order - other.order)) {
      if (frame.entry === 'connected') this.greet(frame);
      else if (frame.seq !== null) this.receive(frame.seq);
    }
    return this.problems;
  }

  /** A client that gives no number begins with the state of its hello. */
  private greet({ since, seq, skipped }: Connected): void {
    if (since === null || skipped === true) this.last = seq;
    else {
      if (this.last !== null) this.comeBack(this.last, since);
      this.last = since;
    }
  }

  /** A hello may have told it of numbers that are not for clients. */
  private comeBack(last: number, since: number): void {
    const missed = this.between(last, since + 1);
    if (since >= last && missed.length === 0) return;
    this.problems.push(`it had ${last} and came back with ${since}`);
  }

  private receive(seq: number): void {
    if (this.last === null) this.problems.push(`number ${seq} came before any hello`);
    else if (seq <= this.last) this.problems.push(`number ${seq} came after ${this.last}`);
    else {
      const missed = this.between(this.last, seq);
      if (missed.length > 0) this.problems.push(`before ${seq} it missed ${missed.join(', ')}`);
    }
    this.last = Math.max(this.last ?? 0, seq);
  }

  private between(after: number, before: number): readonly number[] {
    const from = firstAbove(this.stored, after);
    const missed: number[] = [];
    for (let place = from; (this.stored[place] ?? before) < before; place += 1) {
      missed.push(this.stored[place] ?? 0);
    }
    return missed;
  }
}

/** Place of the first of the sorted numbers that is above the bound. */
function firstAbove(sorted: readonly number[], bound: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}
