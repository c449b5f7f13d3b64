import type { ServerEventOf } from '../../protocol/events.js';

/** Where the whole state comes from: a port, since the platform knows nothing of offices. */
export abstract class HelloSource {
  /** The state as it is now, with the last event number given out. */
  abstract hello(): ServerEventOf<'hello'>;
}
