import { useState, type KeyboardEvent } from 'react';
import type { GivenComment, RunComment } from '#protocol/records/change-review.js';
import { capitalised, personOf } from '#protocol/rules/who-acts.js';
import { commentTexts } from '#protocol/texts/comments.js';
import { useAction } from '../../app/notices.js';
import { ownName } from '../../app/own-name.js';
import { hrefTo } from '../../app/router.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/fields.js';
import { Badge } from '../../ui/pieces.js';
import type { LinePlace } from './viewed.js';

/** "line 3", or "lines 3 to 5 before the change". */
export function linesText({
  line,
  fromLine = line,
  side,
}: Pick<GivenComment, 'line' | 'fromLine' | 'side'>): string {
  return commentTexts.lines(fromLine, line, side);
}

/** A field for a comment on a line or a range of lines. */
export function CommentBox({
  place,
  known,
  onKeep,
  onClose,
}: {
  readonly place: LinePlace & { readonly fromLine?: number };
  /** The kept comment that is changed; null: a new one. */
  readonly known: RunComment | null;
  readonly onKeep: (comment: GivenComment) => Promise<void>;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState(known?.text ?? '');
  const [from, setFrom] = useState(String(place.fromLine ?? place.line));
  const { busy, act } = useAction();
  const fromLine = Number(from);
  const isRange = Number.isInteger(fromLine) && fromLine >= 1 && fromLine <= place.line;
  const isReady = text.trim() !== '' && isRange;
  const { path, side, line } = place;
  const give = () => {
    if (!isReady || busy) return;
    void act(() =>
      onKeep({
        ...(known !== null && { id: known.id }),
        ...{ path, side, line, text: text.trim() },
        ...(fromLine < line && { fromLine }),
      }),
    ).then((isDone) => isDone && onClose());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose();
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
        hint={<span className="by-key">Ctrl Enter keeps it, Escape leaves it.</span>}
        autoFocus
      />
      <div className="row">
        <TextField label={`From line (to ${line})`} value={from} onChange={setFrom} type="number" />
        <Button look="primary" isPending={busy} isDisabled={!isReady} onPress={give}>
          Keep the comment
        </Button>
        <Button look="quiet" onPress={onClose}>
          Leave it
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
