import { checkResults } from '#protocol/rules/check-states.js';
import { isFinal } from '#protocol/rules/run-status.js';
import { plural } from '../../app/format.js';
import { Button } from '../../ui/button.js';
import { Select } from '../../ui/fields.js';
import { CheckBadge } from '../plan-and-checks.js';
import type { RunView } from '../run-view.js';
import { CommentText, linesText } from './comment-box.js';
import type { useComments } from './use-comments.js';
import type { DiffLayout } from './viewed.js';

const layouts = [
  { id: 'unified', label: 'One below the other' },
  { id: 'split', label: 'Side by side' },
] as const;

/** How the change is shown, and the comments on it. */
export function ReviewBar({
  run,
  comments,
  layout,
  onLayout,
  onGo,
}: {
  readonly run: RunView;
  readonly comments: ReturnType<typeof useComments>;
  readonly layout: DiffLayout;
  readonly onLayout: (layout: DiffLayout) => void;
  /** Goes to a file. */
  readonly onGo: (path: string) => void;
}) {
  const kept = comments.all.filter(({ sent }) => sent === undefined);
  return (
    <>
      {kept.length > 0 && (
        <div className="review-send">
          <Button look="primary" isPending={comments.isSending} onPress={comments.send}>
            Send {plural(kept.length, 'comment')} to the office
          </Button>
        </div>
      )}
      <div className="row">
        <Select
          label="Lines"
          hideLabel
          value={layout}
          choices={layouts}
          onChange={(id) => onLayout(id === 'split' ? 'split' : 'unified')}
        />
        {checkResults(run).map((result) => (
          <span key={result.command} className="row tight small">
            <CheckBadge result={result} /> <code>{result.command}</code>
          </span>
        ))}
      </div>
      {comments.all.length > 0 && (
        <section className="card stack tight" aria-label="Comments">
          <h2 className="part-title">{plural(comments.all.length, 'comment')}</h2>
          {kept.length > 0 && (
            <p className="small muted">
              {isFinal(run.status)
                ? 'Sent, they become the brief of a run that continues this one.'
                : 'Sent, they become an instruction to this run.'}
            </p>
          )}
          <ul className="comments">
            {comments.all.map((comment) => (
              <li key={comment.id}>
                <Button look="quiet" onPress={() => onGo(comment.path)}>
                  <code>{comment.path}</code>, {linesText(comment)}
                </Button>
                <CommentText comment={comment} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
