import { shownName } from '../../platform/paths/shown-name.js';
import { leftOutTexts } from '../../protocol/texts/searches.js';

/** Why a file was met and not searched. */
export type UnsearchedReason = 'binary' | 'large' | 'unreadable';

/** Why a walk did not look at something. */
export type UnwalkedReason = 'neverWalked' | 'ignored' | 'links' | 'closed' | 'deep';

const shownNames = 3;

/** Counted, the first of them by name. */
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

/** What a search or a listing met and left out; costs nothing but its counting. */
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

  /** Of files that were not searched; they might hold what was looked for. */
  ofFiles(): readonly string[] {
    const { total } = this.files;
    return total === 0 ? [] : [leftOutTexts.notSearched(total, String(this.files))];
  }

  /** Of what was not looked at; worth a line only where nothing was found. */
  ofWalk(): readonly string[] {
    const parts = [...this.unwalked].map(([reason, named]) =>
      leftOutTexts.kind(leftOutTexts[reason], String(named)),
    );
    const canBeNamed = this.unwalked.has('neverWalked') || this.unwalked.has('ignored');
    return parts.length === 0 ? [] : [leftOutTexts.notLookedAt(parts, canBeNamed)];
  }
}
