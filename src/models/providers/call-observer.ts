import type { ModelSpec } from '../../protocol/records/models.js';
import type { Doubt } from '../tokens/believed-counts.js';
import type { KeyedProvider } from './provider-definition.js';

/** Receives what calls reveal about providers; a port. */
export abstract class CallObserver {
  /** The provider was reachable, whatever it answered. */
  abstract answered(providerId: string): void;
  /** The provider was unreachable; `reason` for people. */
  abstract unreachable(providerId: string, reason: string): void;
  /** The provider took the key (null), or refused it with these words. */
  abstract judgedKey(provider: KeyedProvider, refusal: string | null): void;
  /** The provider refused the call because this model has no tools. */
  abstract refusedTools(model: ModelSpec, said: string): void;
  /** The provider refused returned reasoning in a message's fields. */
  abstract refusedReasoning(model: ModelSpec, said: string): void;
  /** True if the model was found to refuse returned reasoning. */
  abstract refusesReasoning(model: ModelSpec): boolean;
  /** The provider reported impossible counts; an estimate replaces them. */
  abstract doubted(model: ModelSpec, doubt: Doubt): void;
}
