import type { Approval } from '#protocol/records/work.js';
import { plural } from '../app/format.js';
import { hrefTo } from '../app/router.js';
import ApprovalCard from './approval-card.js';
import { useUncovered } from './use-uncovered.js';

/** The dock around the first of the requests that wait. */
export default function DockedRequest({
  first,
  count,
  isFolded,
  onFold,
}: {
  readonly first: Approval;
  /** Number of all waiting requests. */
  readonly count: number;
  readonly isFolded: boolean;
  readonly onFold: () => void;
}) {
  const element = useUncovered(!isFolded);
  return (
    <section
      ref={element}
      className={`dock answered ${isFolded ? 'folded' : ''}`}
      aria-label="Approval needed"
    >
      <div className="dock-head row between">
        <strong className="row tight" role="alert">
          <span className="dock-dot" />
          {count === 1 ? 'Someone waits for you' : `${plural(count, 'approval')} wait for you`}
        </strong>
        <span className="row tight small">
          {count > 1 && <a href={hrefTo(['approvals'])}>See all</a>}
          <button type="button" className="link" aria-expanded={!isFolded} onClick={onFold}>
            {isFolded ? 'Show' : 'Fold'}
          </button>
        </span>
      </div>
      {/* A reason that was begun stays while folded. */}
      <div hidden={isFolded}>
        <ApprovalCard key={first.id} approval={first} keys={{ isFolded, onUnfold: onFold }} />
      </div>
    </section>
  );
}
