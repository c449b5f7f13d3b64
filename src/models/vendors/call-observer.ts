import type { ModelSpec } from '../../protocol/records/models.js';

/** Hears what calls to vendors tell about the vendors; whoever keeps it supplies this. */
export abstract class CallObserver {
  /** The provider could be reached, whatever it answered. */
  abstract answered(providerId: string): void;
  /** Nobody was there; `reason` for people. */
  abstract unreachable(providerId: string, reason: string): void;
  /** The vendor refused the call because this model has no tools. */
  abstract refusedTools(model: ModelSpec, said: string): void;
}
