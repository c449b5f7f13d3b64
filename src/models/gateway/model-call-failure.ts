import { RefusedError } from '../../platform/errors/office-error.js';
import type { UsageRecord } from '../../protocol/records/work.js';

/**
 * No route answered, or the caller gave up. The only error of `ModelCaller.call`. It is a refusal,
 * because a conversation without an answer returns its message.
 */
export class ModelCallFailure extends RefusedError {
  /** Routes that failed, as `<provider>/<model>: <error>`. */
  readonly attemptedRoutes: readonly string[];
  /** Cost of answers that broke off after their first output. */
  readonly usage: UsageRecord;
  /** True if the caller's signal was aborted. */
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
