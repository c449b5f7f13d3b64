import type { ServerEventOf } from '../../protocol/events.js';
import { frameOf, type SocketFrame } from './socket-frame.js';

/** Where the whole state comes from: a port, since the platform knows nothing of offices. */
export abstract class HelloSource {
  /** The state as it is now, with the last event number given out. */
  abstract hello(): ServerEventOf<'hello'>;
}

type Hello = ServerEventOf<'hello'>;

/** A frame with the same state and number serves for so long, ms. */
const sharedMs = 1000;

/**
 * Greets many sockets with the same bytes: while nothing has happened since, a `hello` is serialised
 * once, and sockets that leave it unread hold it together.
 */
export class SharedHello {
  private last: { readonly hello: Hello; readonly frame: SocketFrame } | undefined;

  frameOf(hello: Hello): SocketFrame {
    if (this.last === undefined || !saysTheSame(this.last.hello, hello)) {
      this.last = { hello, frame: frameOf(hello) };
    }
    return this.last.frame;
  }
}

/** Parts of a state are never changed: the same object is the same text. */
function saysTheSame(one: Hello, other: Hello): boolean {
  const { at: oneAt, state: oneState, ...oneRest } = one;
  const { at, state, ...rest } = other;
  const age = at - oneAt;
  return age >= 0 && age < sharedMs && hasSame(oneRest, rest) && hasSame(oneState, state);
}

function hasSame(one: object, other: object): boolean {
  const entries = Object.entries(one);
  const others = new Map<string, unknown>(Object.entries(other));
  return (
    entries.length === others.size &&
    entries.every(([name, value]) => others.has(name) && others.get(name) === value)
  );
}
