import type { ServerEvent } from '../../protocol/events.js';
import type { OfficeState } from '../../protocol/records/office.js';
import { applyEvent, isStaleAfter } from './apply-event.js';
import { keepEqual } from './keep-equal.js';

/** Waits before the state is asked for, so that many reasons share one question, in ms. */
const refreshDelayMs = 250;

export interface LocalStateOptions {
  /** Asks the service for a `hello`, which comes in the stream of events. */
  readonly refresh: () => void;
  readonly onChange: (state: OfficeState) => void;
}

/**
 * The state of the office as far as events tell it, equal to what `GET /api/state` answers. Events
 * are taken in the order in which the socket brings them.
 */
export class LocalState {
  private known: OfficeState | undefined;
  /** The last event the state is known to tell of. */
  private seq = -1;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: LocalStateOptions) {}

  /** Undefined before the first `hello`. */
  get current(): OfficeState | undefined {
    return this.known;
  }

  take(event: ServerEvent): void {
    if (event.type === 'hello') this.begin(event.state, event.seq ?? -1);
    else if (this.known !== undefined && this.isNew(event)) this.follow(this.known, event);
  }

  /** Nothing more will be asked for. */
  stop(): void {
    clearTimeout(this.timer);
  }

  /** A `hello` tells of everything up to its number; what is replayed behind it is in it. */
  private begin(state: OfficeState, seq: number): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.seq = seq;
    this.show(keepEqual(this.known, state));
  }

  private isNew({ seq }: ServerEvent): boolean {
    return seq === undefined || seq > this.seq;
  }

  private follow(before: OfficeState, event: ServerEvent): void {
    this.seq = event.seq ?? this.seq;
    if (isStaleAfter(before, event)) this.refreshLater();
    const after = applyEvent(before, event);
    if (after !== before) this.show(after);
  }

  private show(state: OfficeState): void {
    this.known = state;
    this.options.onChange(state);
  }

  private refreshLater(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.options.refresh();
    }, refreshDelayMs);
  }
}
