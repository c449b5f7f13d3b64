import { shownName } from '../../platform/paths/shown-name.js';
import { leftOutTexts } from '../../protocol/texts/searches.js';

/** Why a file was found but not searched. */
export type UnsearchedReason = 'binary' | 'large' | 'unreadable' | 'secret';

/** Why a walk skipped an entry. */
export type UnwalkedReason = 'neverWalked' | 'ignored' | 'links' | 'closed' | 'deep';

const shownNames = 3;

/** A count with the first names. */
class Named {
  private count = 0;
  private readonly names: string[] = [];

  add(name: string): void {
    this.count += 1;
    if (this.names.length < shownNames) this.names.push(name);
  }

  get total(): number {
    return this.count;
  }

  toString(): string {
    return leftOutTexts.named(this.names, this.count - this.names.length);
  }
}

/** What a search or listing skipped; costs only the counting. */
export class LeftOut {
  private readonly files = new Named();
  private readonly unwalked = new Map<UnwalkedReason, Named>();

  noteFile(path: string, reason: UnsearchedReason): void {
    this.files.add(leftOutTexts.because(shownName(path), leftOutTexts[reason]));
  }

  note(path: string, reason: UnwalkedReason): void {
    const named = this.unwalked.get(reason) ?? new Named();
    this.unwalked.set(reason, named);
    named.add(shownName(path));
  }

  /** Lines about files that were not searched and might contain matches. */
  ofFiles(): readonly string[] {
    const { total } = this.files;
    return total === 0 ? [] : [leftOutTexts.notSearched(total, String(this.files))];
  }

  /** Lines about skipped entries, worth showing only if nothing was found. */
  ofWalk(): readonly string[] {
    const parts = [...this.unwalked].map(([reason, named]) =>
      leftOutTexts.kind(leftOutTexts[reason], String(named)),
    );
    const canBeNamed = this.unwalked.has('neverWalked') || this.unwalked.has('ignored');
    return parts.length === 0 ? [] : [leftOutTexts.notLookedAt(parts, canBeNamed)];
  }
}
