import type { ApprovalAnswer, ApprovalAsk } from '../tools/tool.js';
import type { VendorConfig } from './config/vendor-config.js';

type EngagementOutcome = 'ok' | 'failed' | 'timeout' | 'aborted' | 'unstartable';

/** One task for one harness. */
export interface Engagement {
  readonly vendor: VendorConfig;
  /** The whole prompt of the harness. */
  readonly task: string;
  /** The run's directory, where the harness is started. */
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Aborted when the run is cancelled. */
  readonly signal: AbortSignal;
  /** Puts a question of the harness to a person. */
  ask(question: ApprovalAsk): Promise<ApprovalAnswer>;
}

/** How it ended. Failures are reported here; an engagement never throws. */
export interface EngagementResult {
  readonly outcome: EngagementOutcome;
  /** What the harness said, stripped of what acts on its reader; also until a bad end. */
  readonly text: string;
  /** Why it is not `ok`; null when it is. */
  readonly error: string | null;
  /** Paths it reported to have to do with, as it wrote them. */
  readonly paths: readonly string[];
  /** What else is to be said of the answer. */
  readonly remarks: readonly string[];
}
