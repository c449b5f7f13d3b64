import { useCallback, useMemo, useState } from 'react';
import { useKept } from './use-kept-text.js';

export interface KeptDraft<T extends object> {
  readonly draft: T;
  readonly set: (change: Partial<T>) => void;
  /** True if something differs from what it began with. */
  readonly isBegun: boolean;
  /** Forgets what was typed: it was sent, or discarded on purpose. */
  readonly drop: () => void;
}

/**
 * A form whose fields stay as typed while the tab is open, also when its dialog is closed. Secret
 * fields are never stored: they go with the dialog.
 */
export function useKeptDraft<T extends object>(
  key: string,
  first: T,
  secrets: readonly (keyof T & string)[] = [],
): KeptDraft<T> {
  const [text, setText] = useKept(key);
  const [hidden, setHidden] = useState<Partial<T>>({});
  const changed = useMemo(() => changedIn(text), [text]);
  const draft: T = { ...first, ...changed, ...hidden };
  const set = (change: Partial<T>) => {
    const parts = Object.entries(change);
    const isSecret = ([name]: [string, unknown]) => secrets.some((each) => each === name);
    setHidden((now) => ({ ...now, ...Object.fromEntries(parts.filter(isSecret)) }));
    const open = Object.fromEntries(parts.filter((part) => !isSecret(part)));
    setText((now) => textOf({ ...changedIn(now), ...open }, first));
  };
  const drop = useCallback(() => {
    setText(null);
    setHidden({});
  }, [setText]);
  return { draft, set, isBegun: text !== null, drop };
}

function changedIn(text: string | null): object {
  return text === null ? {} : (JSON.parse(text) as object);
}

/** The fields that differ from the first ones; null: none does. */
function textOf(draft: object, first: object): string | null {
  const differs = ([name, value]: [string, unknown]) =>
    name in first && JSON.stringify(value) !== JSON.stringify(Reflect.get(first, name));
  const changed = Object.entries(draft).filter(differs);
  return changed.length === 0 ? null : JSON.stringify(Object.fromEntries(changed));
}
