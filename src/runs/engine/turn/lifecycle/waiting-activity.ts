import type { ProviderWait } from '#models/gateway/model-call.js';
import { waitTexts } from '#protocol/texts/models.js';

/**
 * Shows that an employee waits for a provider. Changes are shown one at a time; of those noted
 * meanwhile only the last is shown. Failures to show them do not fail the call.
 */
export class WaitingActivity {
  private due: string | null | undefined;
  private showing: Promise<void> | null = null;

  /** @param show null: the employee works again */
  constructor(private readonly show: (waiting: string | null) => Promise<void>) {}

  /** Null: the wait is over. */
  note(wait: ProviderWait | null): void {
    this.due = wait === null ? null : textOf(wait);
    this.showing ??= this.showDue();
  }

  /** Resolves when everything noted has been shown. */
  async settled(): Promise<void> {
    await this.showing;
  }

  private async showDue(): Promise<void> {
    try {
      while (this.due !== undefined) {
        const due = this.due;
        this.due = undefined;
        await this.show(due);
      }
    } catch {
      // This process gives up the run, which its next commit notices, too.
      this.due = undefined;
    } finally {
      this.showing = null;
    }
  }
}

function textOf({ providerId, reason, ms }: ProviderWait): string {
  const seconds = Math.ceil(ms / 1000);
  return reason === 'limit'
    ? waitTexts.rateLimit(providerId, seconds)
    : waitTexts.trouble(providerId, seconds);
}
