import type {
  PersistedEvent,
  PersistedEventType,
  ServerEvent,
  ServerEventPayloads,
  ServerEventType,
} from '../../protocol/events.js';
import type { InternalEvent, InternalEventPayloads, InternalEventType } from './internal-events.js';

type Payloads = ServerEventPayloads & InternalEventPayloads;

/** An event before it is stamped with its time (and number): what a service publishes. */
export type EventDraftOf<T extends ServerEventType | InternalEventType> = {
  [K in T]: { readonly type: K } & Payloads[K];
}[T];

export type EventDraft = EventDraftOf<PersistedEventType | InternalEventType>;

/** An event that was stored: numbered and committed. */
export type CommittedEvent = (PersistedEvent | InternalEvent) & { readonly seq: number };

/** The draft with its time; the time follows the type, as readers of frames expect. */
export function stamp<T extends ServerEventType>(draft: EventDraftOf<T>, at: number): ServerEvent {
  const { type, ...payload } = draft;
  return { type, at, ...payload } as unknown as ServerEvent;
}

/** The draft as it is stored, with its time and its number. */
export function committed(draft: EventDraft, at: number, seq: number): CommittedEvent {
  const { type, ...payload } = draft;
  return { type, at, seq, ...payload } as unknown as CommittedEvent;
}
