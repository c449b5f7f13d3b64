import { AsyncLocalStorage } from 'node:async_hooks';
import type { Door } from '../../protocol/records/enums.js';
import { type Right, rights } from '../../protocol/rights.js';

/** The author of a command. */
export interface Actor {
  /** Name of the token or of the signed-in person; null: unknown, because no token is known. */
  readonly name: string | null;
  /** Null: no token, or the administrator's of the configuration. */
  readonly tokenId: string | null;
  readonly rights: ReadonlySet<Right>;
  readonly door: Door;
  /** Network address of the client; null: the service itself. */
  readonly address: string | null;
  /** The command comes from the office's own page. */
  readonly isPage?: true;
}

/** The service itself: clocks, plugins, recovery. */
export const serviceActor: Actor = {
  name: null,
  tokenId: null,
  rights: new Set(rights),
  door: 'service',
  address: null,
};

const actors = new AsyncLocalStorage<Actor>();

/** The author of the command that is being carried out; the service if there is none. */
export function currentActor(): Actor {
  return actors.getStore() ?? serviceActor;
}

/** Carries out work in the name of an actor, with everything that it awaits. */
export function runAs<T>(actor: Actor, work: () => T): T {
  return actors.run(actor, work);
}
