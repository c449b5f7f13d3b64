import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { GivenComment, RunComment } from '#protocol/records/change-review.js';
import { capitalised, personOf } from '#protocol/rules/who-acts.js';
import { commentTexts } from '#protocol/texts/comments.js';
import { useAction } from '../../app/notices.js';
import { ownName } from '../../app/own-name.js';
import { hrefTo } from '../../app/router.js';
import { useKept } from '../../app/use-kept-text.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/fields.js';
import { Badge } from '../../ui/pieces.js';
import { type CommentDraft, draftKey } from './use-drafts.js';

/** "line 3", or "lines 3 to 5 before the change". */
export function linesText({
  line,
  fromLine = line,
  side,
}: Pick<GivenComment, 'line' | 'fromLine' | 'side'>): string {
  return commentTexts.lines(fromLine, line, side);
}

/** A field for a comment on a line or a range of lines; what is typed stays until it is kept or discarded. */
export function CommentBox({
  runId,
  draft,
  known,
  isBegun,
  onBegun,
  onKeep,
  onLeave,
  onDrop,
}: {
  readonly runId: string;
  readonly draft: CommentDraft;
  /** The kept comment that is changed; null: a new one. */
  readonly known: RunComment | null;
  /** True: it gets the focus, and says so. */
  readonly isBegun: boolean;
  readonly onBegun: () => void;
  readonly onKeep: (comment: GivenComment) => Promise<void>;
  /** Goes back to the line; what is typed stays. */
  readonly onLeave: () => void;
  /** Forgets what is typed, and closes the box. */
  readonly onDrop: () => void;
}) {
  const { number, path, side, line, fromLine: firstLine = line } = draft;
  const [typed, setText] = useKept(draftKey(runId, number, 'text'));
  const [typedFrom, setFrom] = useKept(draftKey(runId, number, 'from'));
  const text = typed ?? known?.text ?? '';
  const isTyped = (typed ?? '').trim() !== '';
  const from = typedFrom ?? String(firstLine);
  const { busy, act } = useAction();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!isBegun) return;
    field.current?.focus();
    onBegun();
  }, [isBegun, onBegun]);
  const fromLine = Number(from);
  const isRange = Number.isInteger(fromLine) && fromLine >= 1 && fromLine <= line;
  const isReady = text.trim() !== '' && isRange;
  const give = () => {
    if (!isReady || busy) return;
    void act(() =>
      onKeep({
        ...(known !== null && { id: known.id }),
        ...{ path, side, line, text: text.trim() },
        ...(fromLine < line && { fromLine }),
      }),
    ).then((isDone) => isDone && onDrop());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) (isTyped ? onLeave : onDrop)();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) give();
  };
  return (
    <div className="comment-box stack tight" onKeyDown={onKeyDown}>
      <TextField
        label={`Comment on ${linesText({ side, line, ...(isRange && { fromLine }) })} of ${path}`}
        value={text}
        onChange={setText}
        rows={3}
        maxLength={2000}
        hint={<span className="by-key">Ctrl Enter keeps it, Escape goes back to the line.</span>}
        inputRef={field}
      />
      <div className="row">
        <TextField label={`From line (to ${line})`} value={from} onChange={setFrom} type="number" />
        <Button look="primary" isPending={busy} isDisabled={!isReady} onPress={give}>
          Keep the comment
        </Button>
        <Button look="quiet" onPress={onDrop}>
          {isTyped ? 'Discard it' : 'Leave it'}
        </Button>
      </div>
    </div>
  );
}

/** A comment with its state. */
export function CommentText({
  comment,
  onChange,
  onRemove,
}: {
  readonly comment: RunComment;
  readonly onChange?: () => void;
  readonly onRemove?: () => void;
}) {
  const { text, byName, sent, path } = comment;
  return (
    <div className="comment stack tight">
      <div className="row tight small">
        {byName !== undefined && <strong>{capitalised(personOf(byName, ownName()))}</strong>}
        <span className="muted">
          {byName === undefined ? 'On' : 'on'} {linesText(comment)}
        </span>
        {sent === undefined ? (
          <Badge tone="wait">not sent</Badge>
        ) : sent.as === 'steered' ? (
          <Badge tone="good">sent to this run</Badge>
        ) : (
          <a href={hrefTo(['runs', sent.runId])}>sent to the run that continues this one</a>
        )}
      </div>
      <p className="comment-words">{text}</p>
      {sent === undefined && onChange !== undefined && onRemove !== undefined && (
        <div className="row tight">
          <Button look="quiet" onPress={onChange}>
            Change<span className="sr-only"> the comment on {path}</span>
          </Button>
          <Button look="quiet" onPress={onRemove}>
            Remove<span className="sr-only"> the comment on {path}</span>
          </Button>
        </div>
      )}
    </div>
  );
}
