import type { ServerEventOf } from '../../protocol/events.js';

/** Source of the whole state: a port, because the platform does not know the office. */
export abstract class HelloSource {
  /** The current state with the last event number. */
  abstract hello(): ServerEventOf<'hello'>;
}
