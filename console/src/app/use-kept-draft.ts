import { useMemo, useState } from 'react';
import { kept as keptNow } from './storage.js';
import { jsonIn, useKept } from './use-kept-text.js';

export interface KeptDraft<T extends object> {
  readonly draft: T;
  /** Changes fields; a function gets what is typed when it is called. */
  readonly set: (change: Partial<T> | ((now: T) => Partial<T>)) => void;
  /** The fields that differ from what they began with. */
  readonly changed: Partial<T>;
  /** True if something differs from what it began with. */
  readonly isBegun: boolean;
  /** The version of what is changed that was seen when this began. */
  readonly version: string;
  /** True: what is changed has another version now. */
  readonly isStale: boolean;
  /** Forgets what was typed, as it was sent or discarded on purpose; what was typed since stays. */
  readonly drop: () => void;
}

interface Options<T> {
  /** Fields that are never stored. */
  readonly secrets?: readonly (keyof T & string)[];
  /** True of a value that is not stored either. */
  readonly isSecret?: (name: string, value: unknown) => boolean;
  /** The present version of what is changed. */
  readonly version?: string;
}

interface Kept {
  readonly version: string;
  readonly fields: object;
}

/**
 * A form whose fields stay as typed while the tab is open, also when its dialog is closed or its page
 * is left. Other fields follow `first`. What is secret is never stored: it goes with the form.
 */
export function useKeptDraft<T extends object>(
  key: string,
  first: T,
  { secrets = [], isSecret = () => false, version = '' }: Options<T> = {},
): KeptDraft<T> {
  const [text, setText] = useKept(key);
  const [hidden, setHidden] = useState<Partial<T>>({});
  const kept = useMemo(() => keptIn(text), [text]);
  const fields = changedOf(kept?.fields ?? {}, first);
  const changed = { ...fields, ...hidden };
  const set: KeptDraft<T>['set'] = (given) => {
    const now = { ...first, ...keptIn(keptNow('session', key))?.fields, ...hidden };
    const change = typeof given === 'function' ? given(now) : given;
    const isHidden = ([name, value]: [string, unknown]) =>
      secrets.some((each) => each === name) || isSecret(name, value);
    const parts = Object.entries(change);
    const closed = Object.fromEntries(parts.filter(isHidden));
    const open = Object.fromEntries(parts.filter((part) => !isHidden(part)));
    const others = (all: object) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => !(name in change)));
    setHidden((before) => ({ ...others(before), ...closed }) as Partial<T>);
    setText((last) => {
      const before = keptIn(last);
      const begun = changedOf(before?.fields ?? {}, first);
      const after = changedOf({ ...others(begun ?? {}), ...open }, first);
      const since = begun === null ? version : before?.version;
      return after && JSON.stringify({ version: since, fields: after });
    });
  };
  const drop = () => {
    setText((now) => (now === text ? null : now));
    setHidden((now) => (now === hidden ? {} : now));
  };
  const begun = fields === null ? version : (kept?.version ?? version);
  return {
    ...{ draft: { ...first, ...changed }, set, changed, drop },
    ...{ isBegun: fields !== null, version: begun, isStale: begun !== version },
  };
}

/** What is kept; null: nothing, or nothing that can be read. */
function keptIn(text: string | null): Kept | null {
  const kept = text === null ? null : (jsonIn(text) as Partial<Kept> | null | undefined);
  const { version, fields } = kept ?? {};
  return typeof version === 'string' && fields instanceof Object ? { version, fields } : null;
}

/** The fields that differ from the first ones; null: none does. */
function changedOf(draft: object, first: object): object | null {
  const differs = ([name, value]: [string, unknown]) =>
    name in first && JSON.stringify(value) !== JSON.stringify(Reflect.get(first, name));
  const changed = Object.entries(draft).filter(differs);
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
