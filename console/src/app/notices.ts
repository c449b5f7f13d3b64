import { useCallback, useState, useSyncExternalStore } from 'react';

export interface Notice {
  readonly id: number;
  readonly kind: 'info' | 'error';
  readonly text: string;
}

const shownMs = { info: 4000, error: 12_000 };
const most = 4;

let notices: readonly Notice[] = [];
let next = 1;
const listeners = new Set<() => void>();

/** Shows a line for a while. A line that is already shown is not shown twice. */
export function notify(text: string, kind: Notice['kind'] = 'info'): void {
  if (notices.some((each) => each.text === text)) return;
  const id = next++;
  change([...notices, { id, kind, text }].slice(-most));
  setTimeout(() => dismiss(id), shownMs[kind]);
}

export function dismiss(id: number): void {
  change(notices.filter((each) => each.id !== id));
}

export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notices,
  );
}

/**
 * Runs an action that the service may refuse, and shows the service's words then. `busy` is true
 * meanwhile.
 * Resolves to whether it succeeded.
 */
export function useAction(): {
  readonly busy: boolean;
  readonly act: (what: () => unknown, done?: string) => Promise<boolean>;
} {
  const [busy, setBusy] = useState(false);
  const act = useCallback(async (what: () => unknown, done?: string) => {
    setBusy(true);
    try {
      await what();
      if (done !== undefined) notify(done);
      return true;
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), 'error');
      return false;
    } finally {
      setBusy(false);
    }
  }, []);
  return { busy, act };
}

function change(to: readonly Notice[]): void {
  notices = to;
  for (const listener of listeners) listener();
}
