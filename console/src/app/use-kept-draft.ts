import { useCallback, useMemo, useState } from 'react';
import { jsonIn, useKept } from './use-kept-text.js';

export interface KeptDraft<T extends object> {
  readonly draft: T;
  readonly set: (change: Partial<T>) => void;
  /** True if something differs from what it began with. */
  readonly isBegun: boolean;
  /** The version of what is changed that was seen when this began. */
  readonly version: string;
  /** Forgets what was typed: it was sent, or discarded on purpose. */
  readonly drop: () => void;
}

interface Options<T> {
  /** Fields that are never stored. */
  readonly secrets?: readonly (keyof T & string)[];
  /** True of a value that is not stored either. */
  readonly isSecret?: (name: string, value: unknown) => boolean;
  /** The present version of what is changed. */
  readonly version?: string;
  /** True: what was begun at another version counts as none. */
  readonly isOfVersion?: boolean;
}

interface Kept {
  readonly version: string;
  readonly fields: object;
}

/**
 * A form whose fields stay as typed while the tab is open, also when its dialog is closed. What is
 * secret is never stored: it goes with the dialog.
 */
export function useKeptDraft<T extends object>(
  key: string,
  first: T,
  { secrets = [], isSecret = () => false, version = '', isOfVersion = false }: Options<T> = {},
): KeptDraft<T> {
  const [text, setText] = useKept(key);
  const [hidden, setHidden] = useState<Partial<T>>({});
  const wanted = isOfVersion ? version : null;
  const kept = useMemo(() => keptIn(text, wanted), [text, wanted]);
  const draft: T = { ...first, ...kept?.fields, ...hidden };
  const set = (change: Partial<T>) => {
    const isHidden = ([name, value]: [string, unknown]) =>
      secrets.some((each) => each === name) || isSecret(name, value);
    const parts = Object.entries(change);
    const closed = Object.fromEntries(parts.filter(isHidden));
    const open = Object.fromEntries(parts.filter((part) => !isHidden(part)));
    const others = (fields: object) =>
      Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in change)));
    setHidden((now) => ({ ...others(now), ...closed }) as Partial<T>);
    setText((now) => {
      const before = keptIn(now, wanted);
      const fields = changedOf({ ...others(before?.fields ?? {}), ...open }, first);
      return fields && JSON.stringify({ version: before?.version ?? version, fields });
    });
  };
  const drop = useCallback(() => {
    setText(null);
    setHidden({});
  }, [setText]);
  return { draft, set, isBegun: kept !== null, version: kept?.version ?? version, drop };
}

/** What is kept, if wanted of one version; null: nothing, or nothing that can be read. */
function keptIn(text: string | null, wanted: string | null): Kept | null {
  const kept = text === null ? null : (jsonIn(text) as Partial<Kept> | null | undefined);
  const { version, fields } = kept ?? {};
  if (typeof version !== 'string' || !(fields instanceof Object)) return null;
  return wanted === null || version === wanted ? { version, fields } : null;
}

/** The fields that differ from the first ones; null: none does. */
function changedOf(draft: object, first: object): object | null {
  const differs = ([name, value]: [string, unknown]) =>
    name in first && JSON.stringify(value) !== JSON.stringify(Reflect.get(first, name));
  const changed = Object.entries(draft).filter(differs);
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
