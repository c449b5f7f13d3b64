import { useEffect, useState } from 'react';
import type { Approval, RunDetail } from '#protocol/records/work.js';
import { causeOf, deciderOf, reachOf } from '#protocol/rules/decider-of.js';
import { toldWords } from '#protocol/rules/told-words.js';
import { useFloorName } from '../app/floors.js';
import { dateTime } from '../app/format.js';
import { useOffice, useOfficeState } from '../app/office-context.js';
import { ownName } from '../app/own-name.js';
import { hrefTo } from '../app/router.js';
import { Badge } from '../ui/pieces.js';
import { kindNames } from './kind-names.js';

/** Number of latest runs whose decisions are loaded. */
const runsAsked = 20;

interface Decision {
  readonly approval: Approval;
  /** The floor of its run; null: it is not known yet. */
  readonly floorId: string | null;
}

/** What was decided in the latest runs of all floors. */
export function Decided() {
  const decided = useDecided();
  return (
    <>
      <h2>Decided</h2>
      {decided.length === 0 ? (
        <p className="muted">Nothing was decided in the latest runs.</p>
      ) : (
        <DecidedTable decided={decided} />
      )}
    </>
  );
}

/** Decisions of the latest runs, newest first; live ones are added as they arrive. */
function useDecided(): readonly Decision[] {
  const office = useOffice();
  const [decided, setDecided] = useState<readonly Decision[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const add = (more: readonly Decision[]) => setDecided((before) => together(before, more));
    const read = (id: string) => void office.http.run(id, { signal }).then(addOf, ignored);
    const addOf = ({ approvals, workspaceId: floorId }: RunDetail) =>
      add(approvals.map((approval) => ({ approval, floorId })));
    const readLatest = () =>
      void office.http
        .runs({ limit: runsAsked }, { signal })
        .then((runs) => runs.forEach(({ id }) => read(id)), ignored);
    readLatest();
    const stops = [
      office.onGap(readLatest),
      office.on('approval.decided', ({ approval }) => {
        add([{ approval, floorId: null }]);
        read(approval.runId);
      }),
    ];
    return () => {
      abort.abort();
      for (const stop of stops) stop();
    };
  }, [office]);
  return decided;
}

const ignored = () => undefined;

function together(before: readonly Decision[], more: readonly Decision[]): readonly Decision[] {
  const byId = new Map(before.map((each) => [each.approval.id, each]));
  for (const { approval, floorId } of more) {
    if (approval.status === 'pending') continue;
    const known = byId.get(approval.id)?.floorId ?? null;
    byId.set(approval.id, { approval, floorId: floorId ?? known });
  }
  return [...byId.values()].sort(
    (one, other) => (other.approval.decidedAt ?? 0) - (one.approval.decidedAt ?? 0),
  );
}

function DecidedTable({ decided }: { readonly decided: readonly Decision[] }) {
  return (
    <div className="table-wrap" tabIndex={0} role="region" aria-label="Decisions">
      <table className="table told">
        <thead>
          <tr>
            <th>When</th>
            <th>Decision</th>
            <th>By</th>
            <th>What</th>
            <th>Reason</th>
            <th>Run</th>
          </tr>
        </thead>
        <tbody>
          {decided.map((decision) => (
            <DecidedRow key={decision.approval.id} {...decision} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DecidedRow({ approval, floorId }: Decision) {
  const { status, kind, summary, reason, decidedAt, runId, turnId } = approval;
  const shownId = useOfficeState((state) => state.activeWorkspaceId);
  const floorName = useFloorName();
  return (
    <tr>
      <td>{decidedAt === null ? '' : dateTime(decidedAt)}</td>
      <td>
        <Badge tone={status === 'approved' ? 'good' : 'bad'}>
          {status === 'approved' ? 'approved' : 'refused'}
        </Badge>
        {reachOf(approval)}
      </td>
      <td data-before="by">
        {deciderOf(approval, ownName()) || (
          <span className="muted">{causeOf(approval) || 'not recorded'}</span>
        )}
      </td>
      <td>
        {kindNames[kind] ?? kind}: {toldWords(summary)}
      </td>
      <td data-before="Reason:">{reason ?? <span className="muted">none given</span>}</td>
      <td>
        <a href={hrefTo(['runs', runId], turnId === null ? {} : { turn: turnId })}>Open the run</a>
        {floorId !== null && floorId !== shownId && ` of ${floorName(floorId)}`}
      </td>
    </tr>
  );
}
