/** The part of DOM events that is useful without a page. */
export class Event {
  target: unknown = null;
  defaultPrevented = false;

  constructor(readonly type: string) {}

  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

type Listener = ((event: Event) => unknown) | { handleEvent(event: Event): unknown };

interface ListenerOptions {
  readonly once?: boolean;
  readonly signal?: EventTarget & { readonly aborted: boolean };
}

export class EventTarget {
  private readonly listeners = new Map<string, Map<Listener, boolean>>();

  addEventListener(
    type: string,
    listener: Listener | null,
    options?: ListenerOptions | boolean,
  ): void {
    const { once = false, signal } = typeof options === 'object' ? options : {};
    if (listener === null || signal?.aborted === true) return;
    const known = this.listeners.get(type) ?? new Map<Listener, boolean>();
    this.listeners.set(type, known);
    if (!known.has(listener)) known.set(listener, once);
    signal?.addEventListener('abort', () => this.removeEventListener(type, listener), {
      once: true,
    });
  }

  removeEventListener(type: string, listener: Listener | null): void {
    if (listener !== null) this.listeners.get(type)?.delete(listener);
  }

  dispatchEvent(event: Event): boolean {
    event.target = this;
    for (const [listener, once] of [...(this.listeners.get(event.type) ?? [])]) {
      if (once) this.removeEventListener(event.type, listener);
      call(this, listener, event);
    }
    return !event.defaultPrevented;
  }
}

/** A listener that throws does not stop others; its error is reported as uncaught. */
function call(target: EventTarget, listener: Listener, event: Event): void {
  try {
    if (typeof listener === 'function') listener.call(target, event);
    else listener.handleEvent(event);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
