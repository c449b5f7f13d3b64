import { useCallback, useRef, useState } from 'react';
import { useOffice } from '../../app/office-context.js';
import { firstPage, readPage } from '../patch-page.js';
import type { Token } from './line-pieces.js';
import { type FilePatch, filePatch, type LineRow } from './patch-rows.js';
import { colours } from './syntax.js';
import { type Span, wordMarks } from './word-marks.js';

/** A file of the change as far as its patch depends on it. */
export interface PatchedFile {
  readonly path: string;
  readonly content?: string | undefined;
}

/** The change of one file, as far as it was loaded. */
export interface LoadedPatch {
  /** Null while it is loading, and after a failure. */
  readonly patch: FilePatch | null;
  readonly error: string | null;
  /** True if the patch continues. */
  readonly isMore: boolean;
  readonly marks: ReadonlyMap<LineRow, readonly Span[]>;
  readonly tokens: ReadonlyMap<LineRow, readonly Token[]>;
}

const loading: LoadedPatch = {
  ...{ patch: null, error: null, isMore: false },
  ...{ marks: new Map(), tokens: new Map() },
};

export interface Patches {
  readonly of: (file: PatchedFile) => LoadedPatch | undefined;
  /** Loads the patch of a file, or twice as much of it as before. */
  readonly load: (file: PatchedFile) => void;
}

/** Patches of the files of a run's change, loaded when they are shown. */
export function usePatches(runId: string, since: string | undefined): Patches {
  const office = useOffice();
  const [held, setHeld] = useState<ReadonlyMap<string, LoadedPatch>>(new Map());
  const asked = useRef(new Map<string, number>());
  const underWay = useRef(new Set<string>());
  const keyOf = useCallback(
    ({ path, content = '' }: PatchedFile) => JSON.stringify([path, content, since ?? '']),
    [since],
  );
  const of = useCallback((file: PatchedFile) => held.get(keyOf(file)), [held, keyOf]);
  const load = useCallback(
    (file: PatchedFile) => {
      const key = keyOf(file);
      if (underWay.current.has(key)) return;
      underWay.current.add(key);
      const most = (asked.current.get(key) ?? firstPage / 2) * 2;
      asked.current.set(key, most);
      const put = (part: Partial<LoadedPatch>) =>
        setHeld((before) => new Map(before).set(key, { ...(before.get(key) ?? loading), ...part }));
      read()
        .catch((thrown: unknown) =>
          put({ error: thrown instanceof Error ? thrown.message : String(thrown) }),
        )
        .finally(() => underWay.current.delete(key));
      async function read(): Promise<void> {
        const { text, isMore } = await readPage(
          office.http.patchOf(runId, [file.path], { since }),
          most,
        );
        const patch = filePatch(text);
        const groups = patch.hunks.map(({ rows }) => rows);
        put({ patch, isMore, error: null, marks: wordMarks(groups.flat()), tokens: new Map() });
        const tokens = await colours(file.path, groups);
        if (tokens.size > 0) put({ tokens });
      }
    },
    [office, runId, since, keyOf],
  );
  return { of, load };
}
