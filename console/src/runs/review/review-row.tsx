import { memo, useEffect } from 'react';
import type { FileChangeKind } from '#protocol/records/enums.js';
import { useAction } from '../../app/notices.js';
import { useFloorPart } from '../../app/floors.js';
import { hrefTo } from '../../app/router.js';
import { Button } from '../../ui/button.js';
import { Check } from '../../ui/fields.js';
import { Icon } from '../../ui/icon.js';
import { Badge, Skeleton } from '../../ui/pieces.js';
import { Totals } from '../diff-view.js';
import { RunByTools } from '../file-change.js';
import type { RunView } from '../run-view.js';
import type { ShownFile } from '../shown-files.js';
import { CommentBox, CommentText } from './comment-box.js';
import { DiffLine } from './diff-line.js';
import type { ReviewItem } from './review-items.js';
import type { CommentDraft } from './use-drafts.js';
import type { ReviewActions } from './use-review.js';
import type { DiffLayout, ViewedFiles } from './viewed.js';

const kindWords: Readonly<Record<FileChangeKind, string | null>> = {
  ...{ added: 'new', deleted: 'deleted', modified: null, type: 'link or file' },
};

/** One row of a review. */
export function ReviewRow({
  run,
  item,
  layout,
  actions,
  onLeave,
  onClose,
}: {
  readonly run: RunView;
  readonly item: ReviewItem;
  readonly layout: DiffLayout;
  readonly actions: ReviewActions;
  /** Goes back to the line of a comment that is being written. */
  readonly onLeave: (draft: CommentDraft) => void;
  /** Drops a comment that was being written. */
  readonly onClose: (draft: CommentDraft) => void;
}) {
  const { patches, comments, drafts } = actions;
  const { act } = useAction();
  const { file } = item;
  switch (item.type) {
    case 'file':
      return (
        <FileHeading
          runId={run.id}
          floorId={run.workspaceId}
          file={file}
          isOpen={item.isOpen}
          isViewed={actions.viewed.isViewed(file)}
          setViewed={actions.viewed.setViewed}
          fold={actions.fold}
        />
      );
    case 'loading':
      return <Loading patches={patches} file={file} />;
    case 'note':
      return (
        <p className={item.isError ? 'notice bad small' : 'review-note muted small'}>{item.text}</p>
      );
    case 'more':
      return (
        <Button look="quiet" onPress={() => patches.load(file)}>
          Show more of {file.path}
        </Button>
      );
    case 'gap':
      return (
        <Button look="quiet" onPress={() => actions.unfold(file, item.gap)}>
          <Icon name="down" size={14} />
          {gapText(item.gap.lines)} of {file.path} from line {item.gap.newFrom}
        </Button>
      );
    case 'pair':
      return (
        <DiffLine
          file={file}
          loaded={patches.of(file)}
          pair={item.pair}
          layout={layout}
          onComment={actions.onComment}
        />
      );
    case 'comment': {
      const { id, path, side, line, fromLine } = item.comment;
      const place = { id, path, side, line, ...(fromLine !== undefined && { fromLine }) };
      return drafts.all.some((draft) => draft.id === id) ? null : (
        <CommentText
          comment={item.comment}
          onChange={() => drafts.begin(place)}
          onRemove={() => void act(() => comments.remove(id))}
        />
      );
    }
    case 'box':
      return (
        <CommentBox
          runId={run.id}
          draft={item.draft}
          known={comments.all.find(({ id }) => id === item.draft.id) ?? null}
          isBegun={drafts.begun === item.draft.number}
          onBegun={drafts.onBegun}
          onKeep={comments.keep}
          onLeave={() => onLeave(item.draft)}
          onDrop={() => onClose(item.draft)}
        />
      );
  }
}

function gapText(lines: number | null): string {
  return lines === null ? 'Show what follows' : `Show ${lines} line${lines === 1 ? '' : 's'}`;
}

/** A place for a patch, which is loaded once it is shown. */
function Loading({ patches, file }: Pick<ReviewActions, 'patches'> & { readonly file: ShownFile }) {
  const { load } = patches;
  useEffect(() => load(file), [load, file]);
  return <Skeleton height={48} label={`Loading ${file.path}`} />;
}

/** Rendered again only if it changes: a large change scrolls through thousands. */
const FileHeading = memo(function FileHeading({
  runId,
  floorId,
  file,
  isOpen,
  isViewed,
  setViewed,
  fold,
}: {
  readonly runId: string;
  readonly floorId: string;
  readonly file: ShownFile;
  readonly isOpen: boolean;
  readonly isViewed: boolean;
  readonly setViewed: ViewedFiles['setViewed'];
  readonly fold: ReviewActions['fold'];
}) {
  const { path, kind, added, removed, history } = file;
  const word = kind === null ? null : kindWords[kind];
  const last = history.at(-1)?.turn;
  const name = useFloorPart(
    floorId,
    ({ employees }) => employees.find(({ id }) => id === last?.employeeId)?.displayName,
  );
  return (
    <div className="file-heading row tight">
      <button
        type="button"
        className="button quiet"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Fold' : 'Unfold'} ${path}`}
        onClick={() => fold(path, !isOpen)}
      >
        <Icon name={isOpen ? 'down' : 'right'} size={14} />
        <code>{path}</code>
      </button>
      <RunByTools path={path} />
      {word !== null && <Badge>{word}</Badge>}
      <Totals added={added} removed={removed} />
      {last !== undefined && (
        <a className="small" href={hrefTo(['runs', runId], { turn: last.id })}>
          {name ?? last.employeeId}
          <span className="sr-only"> wrote {path}</span>
        </a>
      )}
      <span className="grow" />
      <Check
        isOn={isViewed}
        onChange={(isOn) => {
          setViewed(file, isOn);
          fold(path, !isOn);
        }}
      >
        Viewed<span className="sr-only"> {path}</span>
      </Check>
    </div>
  );
});
