import type { ApprovalItem } from '#protocol/records/approval-parts.js';
import { useLetterKeys } from '../app/letter-keys.js';
import { Button } from '../ui/button.js';
import { Badge } from '../ui/pieces.js';
import { Lines, withPlaceClose } from './request-lines.js';
import type { DecisionOptions } from './use-decision.js';

export type Answer = (
  isApproved: boolean,
  options?: Pick<DecisionOptions, 'scope' | 'item'>,
) => void;

/** The calls of one answer, each answered separately. */
export function Items({
  items,
  isSent,
  answer,
  byKeys,
  areKeysReady = false,
}: {
  readonly items: readonly ApprovalItem[];
  readonly isSent: boolean;
  readonly answer: Answer;
  /** Id of the item that keys answer. */
  readonly byKeys?: string | undefined;
  /** True if keys answer it already. */
  readonly areKeysReady?: boolean;
}) {
  const areKeysOn = useLetterKeys();
  return (
    <ol className="stack tight items" aria-label="What exactly">
      {items.map(({ id, summary, detail, approved }) => (
        <li key={id} className="row">
          <div className="grow">
            <pre className="code detail" tabIndex={0}>
              {withPlaceClose(detail)}
            </pre>
            <Lines detail={detail} />
          </div>
          {areKeysOn && id === byKeys && (
            <span className={`by-key part-keys small muted ${areKeysReady ? 'ready' : ''}`}>
              Keys: a y, a n
            </span>
          )}
          {approved === undefined ? (
            <>
              <Button
                aria-label={`Yes, approve ${summary}`}
                isDisabled={isSent}
                onPress={() => answer(true, { item: id })}
              >
                Yes
              </Button>
              <Button
                aria-label={`No, refuse ${summary}`}
                isDisabled={isSent}
                onPress={() => answer(false, { item: id })}
              >
                No
              </Button>
            </>
          ) : (
            <Badge tone={approved ? 'good' : 'bad'}>{approved ? 'approved' : 'refused'}</Badge>
          )}
        </li>
      ))}
    </ol>
  );
}
