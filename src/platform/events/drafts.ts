import type {
  PersistedEvent,
  PersistedEventType,
  ServerEvent,
  ServerEventPayloads,
  ServerEventType,
} from '../../protocol/events.js';
import type { InternalEvent, InternalEventPayloads, InternalEventType } from './internal-events.js';

type Payloads = ServerEventPayloads & InternalEventPayloads;

/** An event before it gets its time and number. */
export type EventDraftOf<T extends ServerEventType | InternalEventType> = {
  [K in T]: { readonly type: K } & Payloads[K];
}[T];

export type EventDraft = EventDraftOf<PersistedEventType | InternalEventType>;

/** A stored event, with its number. */
export type CommittedEvent = (PersistedEvent | InternalEvent) & { readonly seq: number };

/** Adds the time to a draft, after the type, as readers of frames expect. */
export function stamp<T extends ServerEventType>(draft: EventDraftOf<T>, at: number): ServerEvent {
  const { type, ...payload } = draft;
  return { type, at, ...payload } as unknown as ServerEvent;
}

/** Adds time and number to a draft, as stored. */
export function committed(draft: EventDraft, at: number, seq: number): CommittedEvent {
  const { type, ...payload } = draft;
  return { type, at, seq, ...payload } as unknown as CommittedEvent;
}
