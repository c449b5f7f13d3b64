import type { TurnMemoryIndex } from '#memory/turn-memory.js';
import type { Role } from '#protocol/records/organisation.js';
import type { TurnRecord } from '#protocol/records/work.js';
import type { TurnWork } from '../../journal/handover.js';
import type { RunSession } from '../../journal/run-session.js';
import type { SpeechPlan, TurnRequest } from './turn-request.js';
import type { Slot } from '#runs/queue/turn-slots.js';

/** A turn that has begun, with what its end needs: that is there even when its role has left. */
export interface BegunTurn {
  readonly session: RunSession;
  readonly request: {
    readonly key: string;
    readonly role: Pick<Role, 'id' | 'displayName'>;
    readonly speech?: SpeechPlan;
  };
  readonly workspaceId: string;
  /** The record as it was announced, status `running`. */
  readonly record: TurnRecord;
  /** The facts the prompt shows. */
  readonly memory: TurnMemoryIndex;
}

/** A turn that has begun, with what its parts need to go on. */
export interface ActiveTurn extends BegunTurn {
  readonly request: TurnRequest;
  /** Names of the tools the role holds, registered at the moment or not. */
  readonly grantedTools: readonly string[];
  /** Step key of the turn with which its conversation began. */
  readonly conversation: string;
  readonly slot: Slot;
  readonly work: TurnWork;
}
