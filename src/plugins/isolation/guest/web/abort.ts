import { Event, EventTarget } from './event-target.js';
import { timerFunctions } from './timers.js';

/** The standard `AbortSignal`, without streams. */
export class AbortSignal extends EventTarget {
  aborted = false;
  reason: unknown = undefined;
  onabort: ((event: Event) => unknown) | null = null;

  static abort(reason?: unknown): AbortSignal {
    const controller = new AbortController();
    controller.abort(reason);
    return controller.signal;
  }

  static timeout(ms: number): AbortSignal {
    const controller = new AbortController();
    const reason = new DOMException('The operation timed out.', 'TimeoutError');
    timerFunctions.setTimeout(() => controller.abort(reason), ms);
    return controller.signal;
  }

  static any(signals: Iterable<AbortSignal>): AbortSignal {
    const controller = new AbortController();
    for (const signal of signals) {
      const follow = (): void => controller.abort(signal.reason);
      if (signal.aborted) follow();
      else signal.addEventListener('abort', follow, { once: true, signal: controller.signal });
    }
    return controller.signal;
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }
}

export class AbortController {
  readonly signal = new AbortSignal();

  abort(reason?: unknown): void {
    const { signal } = this;
    if (signal.aborted) return;
    signal.aborted = true;
    signal.reason = reason ?? new DOMException('This operation was aborted', 'AbortError');
    const event = new Event('abort');
    signal.onabort?.(event);
    signal.dispatchEvent(event);
  }
}
