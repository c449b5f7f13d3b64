import { useEffect, useRef, useState } from 'react';
import type { FileChangeKind } from '#protocol/records/enums.js';
import type { TurnRecord } from '#protocol/records/work.js';
import { isRunByTools } from '#protocol/rules/run-by-tools.js';
import { toldTurn } from '#protocol/rules/told-purpose.js';
import { useFloorPart } from '../app/floors.js';
import { hrefTo } from '../app/router.js';
import { Badge } from '../ui/pieces.js';
import { Patch, Totals } from './diff-view.js';
import type { RunView } from './run-view.js';
import type { ShownFile } from './shown-files.js';
import type { TurnChange } from './turn-changes.js';

/** The file of a link. */
export interface FileTarget {
  readonly path: string;
  /** A new number for each visit. */
  readonly visit: number;
}

const kindWords: Readonly<Record<FileChangeKind, string | null>> = {
  added: 'new',
  deleted: 'deleted',
  modified: null,
  type: 'link or file',
};

/** One file with what each turn did to it. */
export function FileChange({
  run,
  file: { path, kind, added, removed, history },
  isOpenAtFirst,
  visit,
}: {
  readonly run: RunView;
  readonly file: ShownFile;
  readonly isOpenAtFirst: boolean;
  /** Number of the visit that leads here. */
  readonly visit: number | null;
}) {
  // More files must not fold one that is being read.
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [visited, setVisited] = useState<number | null>(null);
  if (visit !== visited) {
    setVisited(visit);
    if (visit !== null) setOpen(true);
  }
  const element = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (visit !== null) element.current?.scrollIntoView();
  }, [visit]);
  const word = kind === null ? null : kindWords[kind];
  return (
    <details
      ref={element}
      className="tool file-change"
      aria-label={path}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <code className="grow">{path}</code>
        <RunByTools path={path} />
        {word !== null && <Badge>{word}</Badge>}
        <Totals added={added} removed={removed} />
      </summary>
      {isOpen && (
        <div className="stack tight">
          <History run={run} path={path} history={history} />
        </div>
      )}
    </details>
  );
}

/** A mark for a file that can run commands on the machine of a person who works with it. */
export function RunByTools({ path }: { readonly path: string }) {
  return isRunByTools(path) && <Badge tone="bad">runs on your machine</Badge>;
}

/** The changes of a file by turn, from the turns' records. */
function History({
  run,
  path,
  history,
}: {
  readonly run: RunView;
  readonly path: string;
  readonly history: readonly TurnChange[];
}) {
  if (history.length === 0) return null;
  return (
    <details className="small" open>
      <summary>Turn by turn ({history.length})</summary>
      <div className="stack tight">
        {history.map(({ turn, file }) => (
          <div key={turn.id} className="stack tight">
            <TurnLink run={run} turn={turn} />
            <Patch path={path} patch={file.patch} />
          </div>
        ))}
      </div>
    </details>
  );
}

/** A link to the turn that made a change. */
function TurnLink({ run, turn }: { readonly run: RunView; readonly turn: TurnRecord }) {
  const name = useFloorPart(
    run.workspaceId,
    ({ employees }) => employees.find(({ id }) => id === turn.employeeId)?.displayName,
  );
  return (
    <a className="small" href={hrefTo(['runs', run.id], { turn: turn.id })}>
      {toldTurn(name ?? turn.employeeId, turn.purpose)}
    </a>
  );
}
