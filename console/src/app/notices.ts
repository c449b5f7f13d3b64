import { useCallback, useContext, useState, useSyncExternalStore } from 'react';
import { OfficeUnreachable } from '#client/errors.js';
import { toldWords } from '#protocol/rules/told-words.js';
import { type About, type Cause, type Notice, withNotice } from './notice-list.js';
import { OfficeContext } from './office-context.js';

const shownMs = { info: 4000, error: 12_000 };

let notices: readonly Notice[] = [];
let next = 1;
const listeners = new Set<() => void>();

/**
 * Shows a line for a while, at most until its cause has ended. A line that is already shown is not
 * repeated.
 */
export function notify(said: string, kind: Notice['kind'] = 'info', about: About = {}): void {
  const text = toldWords(said);
  if (notices.some((each) => each.text === text && each.run?.id === about.run?.id)) return;
  const id = next++;
  change(withNotice(notices, { id, kind, text, at: Date.now(), ...about }));
  setTimeout(() => dismiss(id), shownMs[kind]);
}

/** Removes the notices of a cause that has ended. */
export function recovered(cause: Cause): void {
  if (notices.some((each) => each.cause === cause))
    change(notices.filter((each) => each.cause !== cause));
}

/** Shows why something was refused or failed. */
export function notifyOf(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  notify(text, 'error', { cause: error instanceof OfficeUnreachable ? 'connection' : 'action' });
}

export function dismiss(id: number): void {
  change(notices.filter((each) => each.id !== id));
}

export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(subscribe, () => notices);
}

/** Message for an action that is begun without a connection. */
export const notSent =
  'Not sent: there is no connection to the office. What you wrote is kept; send it again when the connection is back.';

let waiting = 0;

/** Number of actions that were sent and are not answered. */
export function useUnanswered(): number {
  return useSyncExternalStore(subscribe, () => waiting);
}

/**
 * Runs an action; if the service refuses it, its words are shown until the next action. `busy` is
 * true while it runs. Without a connection it is not begun; if the connection breaks afterwards,
 * the client sends it again under the same id. Resolves to whether it succeeded.
 */
export function useAction(): {
  readonly busy: boolean;
  readonly act: (what: () => unknown, done?: string) => Promise<boolean>;
} {
  const office = useContext(OfficeContext)?.office;
  const [busy, setBusy] = useState(false);
  const act = useCallback(
    async (what: () => unknown, done?: string) => {
      if (office !== undefined && office.status.phase !== 'online') {
        notify(notSent, 'error', { cause: 'connection' });
        return false;
      }
      recovered('action');
      setBusy(true);
      count(1);
      try {
        await what();
        if (done !== undefined) notify(done);
        return true;
      } catch (error) {
        notifyOf(error);
        return false;
      } finally {
        setBusy(false);
        count(-1);
      }
    },
    [office],
  );
  return { busy, act };
}

/** Does an action of a key or the palette; its requests go through `useAction`. */
export async function doOffered(what: () => unknown): Promise<void> {
  try {
    await what();
  } catch (error) {
    notifyOf(error);
  }
}

function count(change: 1 | -1): void {
  waiting += change;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(to: readonly Notice[]): void {
  notices = to;
  for (const listener of listeners) listener();
}
