import type { ServerEventOf } from '../../protocol/events.js';
import { frameOf, type SocketFrame } from './socket-frame.js';

/** Source of the whole state: a port, because the platform does not know the office. */
export abstract class HelloSource {
  /** The current state with the last event number. */
  abstract hello(): ServerEventOf<'hello'>;
}

type Hello = ServerEventOf<'hello'>;

/** How long a frame with the same state and number is reused, ms. */
const sharedMs = 1000;

/**
 * Sends many sockets the same `hello` bytes: it is serialised once while nothing happens, and slow
 * sockets share the memory.
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

/** Parts of a state are immutable, so identical objects have identical text. */
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
