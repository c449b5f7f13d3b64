import { RefusedError } from '../../platform/errors/office-error.js';
import type { UsageRecord } from '../../protocol/records/work.js';

/**
 * No route answered, or the caller gave up. Thrown by `ModelCaller.call` and nothing else. It is a
 * refusal, because a conversation that no model answers is answered with this very message.
 */
export class ModelCallFailure extends RefusedError {
  /** Routes that failed, as `<provider>/<model>: <error>`. */
  readonly attemptedRoutes: readonly string[];
  /** Cost of answers that broke off after their output had begun. */
  readonly usage: UsageRecord;
  /** The caller's signal was aborted. */
  readonly cancelled: boolean;

  constructor(
    message: string,
    details: { attemptedRoutes: readonly string[]; usage: UsageRecord; cancelled: boolean },
  ) {
    super(message);
    this.attemptedRoutes = details.attemptedRoutes;
    this.usage = details.usage;
    this.cancelled = details.cancelled;
  }
}
