import { auditTexts } from '../../protocol/texts/rights.js';
import type { Clock } from '../clock.js';

const windowMs = 60_000;
const mostRefusals = 300;

/** Bounds entries about refusals, which change nothing and which a client can cause at will. */
export class RefusalQuota {
  private began = -Infinity;
  private taken = 0;

  constructor(private readonly clock: Pick<Clock, 'elapsed'>) {}

  /** Empty: the refusal is written; a text: it is written instead; null: nothing is. */
  take(): string | null {
    const now = this.clock.elapsed();
    if (now - this.began >= windowMs) [this.began, this.taken] = [now, 0];
    this.taken += 1;
    if (this.taken > mostRefusals) return null;
    return this.taken === mostRefusals ? auditTexts.furtherRefusals : '';
  }
}
