import { auditTexts } from '../../protocol/texts/rights.js';
import type { Clock } from '../clock.js';

const windowMs = 60_000;
const mostRefusals = 300;

/**
 * Bounds entries about refusals, which change nothing and which a client can cause at will. Each
 * caller has its own share, so that none hides the refusals of another.
 */
export class RefusalQuota {
  private began = -Infinity;
  /** By the caller's token. */
  private readonly taken = new Map<string | null, number>();

  constructor(private readonly clock: Pick<Clock, 'elapsed'>) {}

  /** Empty: the refusal is written; a text: it is written instead; null: nothing is. */
  take(tokenId: string | null): string | null {
    const now = this.clock.elapsed();
    if (now - this.began >= windowMs) {
      this.began = now;
      this.taken.clear();
    }
    const taken = (this.taken.get(tokenId) ?? 0) + 1;
    this.taken.set(tokenId, taken);
    if (taken > mostRefusals) return null;
    return taken === mostRefusals ? auditTexts.furtherRefusals : '';
  }
}
