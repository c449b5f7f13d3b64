import type { Confinement } from '../platform/process/sandbox/confinement.js';
import type { ApprovalAnswer, ApprovalAsk, ToolContext } from '../tools/tool.js';
import type { VendorConfig } from './config/vendor-config.js';

type EngagementOutcome = 'ok' | 'failed' | 'timeout' | 'aborted' | 'unstartable';

/** One task for one harness. */
export interface Engagement {
  readonly vendor: VendorConfig;
  /** The whole prompt of the harness. */
  readonly task: string;
  /** The run's directory, in which the harness is started. */
  readonly workspace: string;
  /** Files of the workspace that look like secrets; absent: none is hidden. */
  readonly hidden?: ToolContext['hidden'];
  readonly environment: Readonly<Record<string, string>>;
  /** Absent: none. */
  readonly confinement?: Confinement;
  readonly timeoutMs: number;
  /** Aborted if the run is cancelled. */
  readonly signal: AbortSignal;
  /** Asks a person on behalf of the harness. */
  ask(question: ApprovalAsk): Promise<ApprovalAnswer>;
}

/** What a harness tells of its spend. */
export interface ToldSpend {
  /** Absent: it names no price. */
  readonly usd?: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** The end of an engagement, which reports failures and never throws. */
export interface EngagementResult {
  readonly outcome: EngagementOutcome;
  /** The harness's sanitised text, also until a failure. */
  readonly text: string;
  /** Why it is not `ok`; null if it is. */
  readonly error: string | null;
  /** Paths that it reported, unchanged. */
  readonly paths: readonly string[];
  /** Further remarks on the answer. */
  readonly remarks: readonly string[];
  /** What it says it spent; absent: it says nothing. */
  readonly spend?: ToldSpend;
}
