import { useMemo, useState } from 'react';
import type { TurnRecord } from '../../../src/protocol/records/work.js';
import { useFloorPart } from '../app/floors.js';
import { plural } from '../app/format.js';
import { hrefTo } from '../app/router.js';
import { Empty } from '../ui/pieces.js';
import { changedFiles, type ChangedFile } from './changed-files.js';
import { Patch, Totals } from './diff-view.js';
import type { RunView } from './run-view.js';

/** So many files are unfolded from the beginning. */
const unfolded = 8;

/** Everything the run changed in files: the whole change of each, and what each turn did to it. */
export function Change({ run }: { readonly run: RunView }) {
  // Text that streams changes turns, but no diff.
  const changing = run.turns.filter(({ diff }) => diff !== undefined);
  const ids = changing.map(({ id }) => id).join();
  const files = useMemo(() => changedFiles(changing), [ids]);
  const known = new Set(files.map(({ path }) => path));
  const written = new Set(run.turns.flatMap(({ wroteFiles }) => wroteFiles));
  const further = [...written].filter((path) => !known.has(path));
  if (files.length === 0 && further.length === 0) {
    return (
      <Empty title="No file was changed">
        <p>What employees write, edit or delete appears here as a diff.</p>
      </Empty>
    );
  }
  return (
    <div className="stack">
      {files.length > 0 && <FileList run={run} files={files} />}
      {files.map((file) => (
        <FileChange
          key={file.path}
          run={run}
          file={file}
          isOpenAtFirst={files.length <= unfolded}
        />
      ))}
      {run.turns.some(({ diff }) => diff?.truncated === true) && (
        <p className="small muted">
          Shortened: changes are shown as far as the service keeps them.
        </p>
      )}
      {further.length > 0 && (
        <div className="card stack tight">
          <h3>Files written{files.length > 0 && ' without a known change'}</h3>
          <ul>
            {further.map((path) => (
              <li key={path}>
                <code>{path}</code>
              </li>
            ))}
          </ul>
          <p className="muted small">In {run.workspacePath}</p>
        </div>
      )}
    </div>
  );
}

/** Id of the element that shows the change of a file. */
export function fileElement(path: string): string {
  return `file-${path}`;
}

function FileList({
  run,
  files,
}: {
  readonly run: RunView;
  readonly files: readonly ChangedFile[];
}) {
  const sum = (of: 'added' | 'removed') => files.reduce((total, file) => total + file[of], 0);
  return (
    <section className="card stack tight" aria-label="Changed files">
      <div className="row between">
        <h3>{plural(files.length, 'file')} changed</h3>
        <Totals added={sum('added')} removed={sum('removed')} />
      </div>
      <ul className="changed-files">
        {files.map(({ path, added, removed }) => (
          <li key={path}>
            <a href={hrefTo(['runs', run.id], { file: path })}>
              <code>{path}</code>
            </a>
            <Totals added={added} removed={removed} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FileChange({
  run,
  file: { path, changes, net, added, removed },
  isOpenAtFirst,
}: {
  readonly run: RunView;
  readonly file: ChangedFile;
  readonly isOpenAtFirst: boolean;
}) {
  // Further files fold nothing that is being read.
  const [isOpen] = useState(isOpenAtFirst);
  const isOne = changes.length === 1;
  return (
    <details id={fileElement(path)} className="tool file-change" open={isOpen}>
      <summary>
        <code className="grow">{path}</code>
        <Totals added={added} removed={removed} />
      </summary>
      <div className="stack tight">
        {net !== null &&
          (net.patch === '' ? (
            <p className="muted small">In the end it is as it was before.</p>
          ) : (
            <Patch path={path} patch={net.patch} />
          ))}
        {isOne ? (
          changes.map(({ turn }) => <TurnLink key={turn.id} run={run} turn={turn} />)
        ) : (
          <details className="small" open={net === null}>
            <summary>Turn by turn ({changes.length})</summary>
            <div className="stack tight">
              {changes.map(({ turn, file }) => (
                <div key={turn.id} className="stack tight">
                  <TurnLink run={run} turn={turn} />
                  <Patch path={path} patch={file.patch} />
                </div>
              ))}
            </div>
          </details>
        )}
      </div>
    </details>
  );
}

/** Whose change it was. */
function TurnLink({ run, turn }: { readonly run: RunView; readonly turn: TurnRecord }) {
  const name = useFloorPart(
    run.workspaceId,
    ({ employees }) => employees.find(({ id }) => id === turn.employeeId)?.displayName,
  );
  return (
    <a className="small" href={hrefTo(['runs', run.id], { turn: turn.id })}>
      {name ?? turn.employeeId}: {turn.purpose}
    </a>
  );
}
