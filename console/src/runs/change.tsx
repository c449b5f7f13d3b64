import { type ReactNode, useMemo, useState } from 'react';
import { useAddressState } from '../app/address-state.js';
import { plural } from '../app/format.js';
import { useOffers } from '../app/offers.js';
import { hrefTo } from '../app/router.js';
import { Button } from '../ui/button.js';
import { Select } from '../ui/fields.js';
import { Empty, Skeleton } from '../ui/pieces.js';
import { useSameList } from '../ui/use-same-list.js';
import { Totals } from './diff-view.js';
import { FileChange, type FileTarget, RunByTools } from './file-change.js';
import { Deeds } from './review/deeds.js';
import { Review } from './review/review.js';
import { useLook } from './review/use-look.js';
import type { RunView } from './run-view.js';
import { type ShownFile, shownChange } from './shown-files.js';
import { useChanges } from './use-changes.js';

/** Number of files that are unfolded at first. */
const unfolded = 8;
/** Number of files that are shown until more are requested. */
const filesAtOnce = 200;

const spans = [
  { id: 'all', label: 'From the start of the run' },
  { id: 'since', label: 'Since the last look' },
] as const;

/** All file changes of the run: the net change of each file, and what each turn did to it. */
export function Change({
  run,
  isReplay,
  target,
}: {
  readonly run: RunView;
  /**
   * True in a replay: then the changes of turns are shown, because the service only tells the
   * current state.
   */
  readonly isReplay: boolean;
  /** A file to scroll to. */
  readonly target: FileTarget | null;
}) {
  const [asked, setAsked] = useAddressState('since', '');
  const isSince = asked !== '' && !isReplay;
  const since = isSince ? asked : undefined;
  const { changes, error, isLoading } = useChanges(run, !isReplay, since);
  const version = changes?.version ?? null;
  const seen = useLook(run.id, asked, version ?? '');
  const choose = (isOn: boolean) => setAsked(isOn ? (seen ?? '') : '');
  // Streamed text changes turns but not their diffs.
  const told = useSameList(
    run.turns.filter(({ diff, wroteFiles }) => diff !== undefined || wroteFiles.length > 0),
  );
  const shown = useMemo(() => shownChange(told, changes), [told, changes]);
  const canChoose = isSince || (seen !== null && version !== null && seen !== version);
  useOffers({
    since: canChoose ? () => choose(!isSince) : 'nothing was changed since the last look',
  });
  if (isLoading) return <Skeleton height={600} />;
  const { files, unchanged, unrecorded, further } = shown;
  const all = [...files, ...unchanged];
  if (!isSince && all.length + unrecorded.length + further.length === 0) {
    return (
      <Empty title="No file was changed">
        <p>What employees write, edit or delete appears here as a diff.</p>
      </Empty>
    );
  }
  return (
    <div className="stack">
      <Deeds deeds={run.changes ?? []} />
      {error !== null && <p className="notice">{error}</p>}
      {changes?.notes.map((note) => (
        <p key={note} className="notice">
          {note}
        </p>
      ))}
      <Names title="Changed, but not recorded:" paths={unrecorded}>
        Ignored, too large or unreadable: they can be neither shown nor undone.
      </Names>
      {canChoose && (
        <Select
          label="Shown"
          value={isSince ? 'since' : 'all'}
          choices={spans}
          onChange={(id) => choose(id === 'since')}
        />
      )}
      {version !== null && files.length > 0 && (
        <div className="review-frame">
          <h2 className="part-title row between">
            {plural(files.length, 'file')} changed
            <Totals added={sumOf(files, 'added')} removed={sumOf(files, 'removed')} />
          </h2>
          <Review run={run} files={files} since={since} target={target} />
        </div>
      )}
      {version !== null && isSince && files.length === 0 && (
        <Empty title="Nothing was changed since the last look" />
      )}
      {version !== null && !isSince && (
        <Names title="Changed, and in the end as before" paths={unchanged.map(({ path }) => path)}>
          What turns did to them is with the turns.
        </Names>
      )}
      {version === null && all.length > 0 && (
        <Files run={run} files={files} all={all} target={target} />
      )}
      <Names title="Files written without a known change" paths={further}>
        In {run.workspacePath}
      </Names>
    </div>
  );
}

function Files({
  run,
  files,
  all,
  target,
}: {
  readonly run: RunView;
  readonly files: readonly ShownFile[];
  /** Including files that end unchanged. */
  readonly all: readonly ShownFile[];
  readonly target: FileTarget | null;
}) {
  const [asked, setAsked] = useState(filesAtOnce);
  const wanted = all.findIndex(({ path }) => path === target?.path) + 1;
  const most = Math.max(asked, wanted);
  return (
    <>
      <FileList run={run} files={files} most={most} />
      {all.slice(0, most).map((file, index) => (
        <FileChange
          key={file.path}
          run={run}
          file={file}
          isOpenAtFirst={index < unfolded}
          visit={file.path === target?.path ? target.visit : null}
        />
      ))}
      {all.length > most && (
        <div>
          <Button onPress={() => setAsked(most + filesAtOnce)}>
            Show more of {plural(all.length, 'file')}
          </Button>
        </div>
      )}
    </>
  );
}

function FileList({
  run,
  files,
  most,
}: {
  readonly run: RunView;
  readonly files: readonly ShownFile[];
  readonly most: number;
}) {
  if (files.length === 0) return null;
  return (
    <section className="card stack tight" aria-label="Changed files">
      <div className="row between">
        <h2 className="part-title">{plural(files.length, 'file')} changed</h2>
        <Totals added={sumOf(files, 'added')} removed={sumOf(files, 'removed')} />
      </div>
      <ul className="changed-files">
        {files.slice(0, most).map(({ path, added, removed }) => (
          <li key={path}>
            <a href={hrefTo(['runs', run.id], { file: path })}>
              <code>{path}</code>
            </a>
            <RunByTools path={path} />
            <Totals added={added} removed={removed} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function sumOf(files: readonly ShownFile[], of: 'added' | 'removed'): number {
  return files.reduce((total, file) => total + (file[of] ?? 0), 0);
}

function Names({
  title,
  paths,
  children,
}: {
  readonly title: string;
  readonly paths: readonly string[];
  readonly children: ReactNode;
}) {
  if (paths.length === 0) return null;
  return (
    <section className="card stack tight" aria-label={title}>
      <h2 className="part-title">{title}</h2>
      <ul>
        {paths.map((path) => (
          <li key={path} className="row">
            <code>{path}</code>
            <RunByTools path={path} />
          </li>
        ))}
      </ul>
      <p className="muted small">{children}</p>
    </section>
  );
}
