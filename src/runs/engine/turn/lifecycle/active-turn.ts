import type { TurnMemoryIndex } from '#memory/turn-memory.js';
import type { Role } from '#protocol/records/organisation.js';
import type { TurnRecord } from '#protocol/records/work.js';
import type { TurnWork } from '../../journal/handover.js';
import type { RunSession } from '../../journal/run-session.js';
import type { SpeechPlan, TurnRequest } from '../../stages/stage-context.js';
import type { Slot } from '#runs/queue/turn-slots.js';

/** A begun turn with everything its end needs, even if its role has left. */
export interface StartedTurn {
  readonly session: RunSession;
  readonly request: {
    readonly key: string;
    readonly role: Pick<Role, 'id' | 'displayName'>;
    readonly speech?: SpeechPlan;
  };
  readonly workspaceId: string;
  /** The record as announced, with status `running`. */
  readonly record: TurnRecord;
  /** The facts in the prompt. */
  readonly memory: TurnMemoryIndex;
}

/** A begun turn with everything it needs to continue. */
export interface ActiveTurn extends StartedTurn {
  readonly request: TurnRequest;
  /** Names of the role's tools, registered or not. */
  readonly grantedTools: readonly string[];
  /** Step key of the turn with which its conversation began. */
  readonly conversation: string;
  readonly slot: Slot;
  readonly work: TurnWork;
}
