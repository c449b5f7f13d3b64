import type {
  PersistedEventType,
  ServerEvent,
  ServerEventPayloads,
  ServerEventType,
} from '../../protocol/events.js';

/** An event before it is stamped with its time (and number): what a service publishes. */
export type EventDraftOf<T extends ServerEventType> = {
  [K in T]: { readonly type: K } & ServerEventPayloads[K];
}[T];

export type EventDraft = EventDraftOf<PersistedEventType>;

/** The draft with its time; the time follows the type, as readers of frames expect. */
export function stamp<T extends ServerEventType>(
  draft: EventDraftOf<T>,
  at: number,
  seq?: number,
): ServerEvent {
  const { type, ...payload } = draft;
  return { type, at, ...(seq === undefined ? {} : { seq }), ...payload } as unknown as ServerEvent;
}
