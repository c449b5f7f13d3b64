import type { ModelSpec } from '../../protocol/records/models.js';
import type { Doubt } from '../tokens/believed-counts.js';

/** Hears what calls to vendors tell about the vendors; whoever keeps it supplies this. */
export abstract class CallObserver {
  /** The provider could be reached, whatever it answered. */
  abstract answered(providerId: string): void;
  /** Nobody was there; `reason` for people. */
  abstract unreachable(providerId: string, reason: string): void;
  /** The vendor refused the call because this model has no tools. */
  abstract refusedTools(model: ModelSpec, said: string): void;
  /** The vendor refused reasoning that went back in fields of a message. */
  abstract refusedReasoning(model: ModelSpec, said: string): void;
  /** Whether it was found to refuse that. */
  abstract refusesReasoning(model: ModelSpec): boolean;
  /** The vendor counted what the call cannot have used; an estimate stands in. */
  abstract doubted(model: ModelSpec, doubt: Doubt): void;
}
