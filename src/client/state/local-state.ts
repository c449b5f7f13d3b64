import type { ServerEvent } from '../../protocol/events.js';
import type { OfficeState } from '../../protocol/records/office.js';
import { applyEvent, isStaleAfter } from './apply-event.js';
import { keepEqual } from './keep-equal.js';

/** Delay before the state is requested, so that several reasons share one request, ms. */
const refreshDelayMs = 250;

interface LocalStateOptions {
  /** Requests a `hello` in the stream of events. */
  readonly refresh: () => void;
  readonly onChange: (state: OfficeState) => void;
}

/**
 * The office's state as known from events, equal to `GET /api/state`. Events are applied in the
 * socket's order.
 */
export class LocalState {
  private known: OfficeState | undefined;
  /** Number of the last event included in the state. */
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

  /** Requests nothing more. */
  stop(): void {
    clearTimeout(this.timer);
  }

  /** A `hello` includes everything up to its number, so replayed events before it are skipped. */
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
