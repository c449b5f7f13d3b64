import type { ReactNode } from 'react';
import type { RunComment } from '#protocol/records/change-review.js';
import { checkResults } from '#protocol/rules/check-states.js';
import { isFinal } from '#protocol/rules/run-status.js';
import { plural } from '../../app/format.js';
import { Button } from '../../ui/button.js';
import { Select } from '../../ui/fields.js';
import { CheckBadge } from '../plan-and-checks.js';
import type { RunView } from '../run-view.js';
import { CommentText, linesText } from './comment-box.js';
import type { useComments } from './use-comments.js';
import type { Layout } from './use-layout.js';

const layouts = [
  { id: 'unified', label: 'One below the other' },
  { id: 'split', label: 'Side by side' },
] as const;

/** How the change is shown, and the comments on it. */
export function ReviewBar({
  run,
  comments,
  lines: { layout, hasRoom, choose },
  onGo,
}: {
  readonly run: RunView;
  readonly comments: ReturnType<typeof useComments>;
  readonly lines: Layout;
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
          isDisabled={!hasRoom}
          {...(!hasRoom && { hint: 'Side by side needs a wider window.' })}
          onChange={(id) => choose(id === 'split' ? 'split' : 'unified')}
        />
        {checkResults(run).map((result) => (
          <span key={result.command} className="row tight small">
            <CheckBadge result={result} /> <code>{result.command}</code>
          </span>
        ))}
      </div>
      {comments.all.length > 0 && (
        <CommentList key={String(kept.length > 0)} isOpen={kept.length > 0} comments={comments.all}>
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
                  <span>
                    <code>{comment.path}</code>, {linesText(comment)}
                  </span>
                </Button>
                <CommentText comment={comment} />
              </li>
            ))}
          </ul>
        </CommentList>
      )}
    </>
  );
}

/** All comments, which stand at their lines too: folded once they are sent. */
function CommentList({
  isOpen,
  comments,
  children,
}: {
  readonly isOpen: boolean;
  readonly comments: readonly RunComment[];
  readonly children: ReactNode;
}) {
  return (
    <section className="card" aria-label="Comments">
      <details open={isOpen}>
        <summary>
          <h2 className="part-title comment-count">{plural(comments.length, 'comment')}</h2>
          {!isOpen && <span className="small muted">, sent</span>}
        </summary>
        <div className="stack tight folded-part">{children}</div>
      </details>
    </section>
  );
}
