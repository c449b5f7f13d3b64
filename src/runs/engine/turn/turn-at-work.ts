import type { TurnMemoryIndex } from '../../../memory/turn-memory.js';
import type { ModelPolicy } from '../../../protocol/records/organisation.js';
import type { TurnRecord } from '../../../protocol/records/work.js';
import type { RunSession } from '../journal/run-session.js';
import type { Slot } from '../floor-slots.js';
import type { TurnRequest } from './turn-request.js';

/** A turn that has begun, with what its parts need to go on. */
export interface TurnAtWork {
  readonly session: RunSession;
  readonly request: TurnRequest;
  readonly workspaceId: string;
  /** The record as it was announced, status `running`. */
  readonly record: TurnRecord;
  /** Names of the tools the role holds, registered at the moment or not. */
  readonly grantedTools: readonly string[];
  readonly policy: ModelPolicy;
  readonly slot: Slot;
  /** The facts the prompt shows. */
  readonly memory: TurnMemoryIndex;
  /** Paths written so far: those of the run before the turn, and the turn's own. */
  readonly writtenPaths: string[];
}
