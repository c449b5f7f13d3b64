import type { Operations } from '#client/http/operations.js';
import { useCallback, useEffect, type ReactNode } from 'react';
import { type ForgeCheckState, forgeKinds } from '#protocol/records/enums.js';
import type { RunOrigin as Origin } from '#protocol/records/forges.js';
import type { Run } from '#protocol/records/work.js';
import { useOffice } from '../app/office-context.js';
import { hrefTo } from '../app/router.js';
import { Elsewhere } from '../ui/elsewhere.js';
import { Badge, type Tone } from '../ui/pieces.js';
import { useLoaded } from '../ui/use-loaded.js';
import { earlierOf, isOfForge } from './of-forge.js';
import { requestNames } from './request-names.js';
import type { RunView } from './run-view.js';
import './origin.css';

/** Time between two looks while the change is pushed, ms. */
const lookMs = 1500;

const checkWords: Readonly<Record<ForgeCheckState, readonly [string, Tone]>> = {
  pending: ['checks at work', 'busy'],
  passed: ['checks passed', 'good'],
  failed: ['checks failed', 'bad'],
};

/** One line: where a run came from and went to, a trigger or a forge. */
export default function RunOrigin({ run }: { readonly run: RunView }) {
  const { submittedBy, changes } = run;
  const trigger = submittedBy?.startsWith('trigger ') ? submittedBy.slice('trigger '.length) : null;
  if (trigger === null || changes?.some(({ kind }) => kind === 'request') === true) {
    return <ForgeOrigin run={run} />;
  }
  return (
    <Line>
      <a href={hrefTo(['forges'], { tab: 'triggers' })}>trigger “{trigger}”</a>
      this run
    </Line>
  );
}

function ForgeOrigin({ run }: { readonly run: RunView }) {
  const { http } = useOffice();
  const { id } = run;
  const isOwn = isOfForge(run);
  const earlier = earlierOf(run);
  const load = useCallback(
    async (signal: AbortSignal) =>
      isOwn || (await isAnyOfForge(http, earlier, signal))
        ? http.runOrigin(id, { signal })
        : Promise.resolve(null),
    [http, id, isOwn, earlier],
  );
  // Its results at the forge change when it ends, and while its change is pushed.
  const { value: origin, error, reload } = useLoaded(load, `${run.endedAt} ${run.changes?.length}`);
  useEffect(() => {
    if (origin?.state !== 'delivering') return;
    const timer = setTimeout(reload, lookMs);
    return () => clearTimeout(timer);
  }, [origin, error, reload]);
  const kind = forgeKinds.find((each) => each === run.submittedBy);
  const shown = origin === null ? [] : steps({ ...origin, kind: origin.kind ?? kind ?? null });
  return shown.length === 0 ? null : <Line>{shown}</Line>;
}

/** Most earlier runs that are looked at. */
const mostEarlier = 20;

/** True if a run is of a forge, or one that it goes on with. The forge knows no others. */
async function isAnyOfForge(
  http: Operations,
  runId: string | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  let id = runId;
  for (let looked = 0; id !== undefined && looked < mostEarlier; looked += 1) {
    const run: Run = await http.run(id, { signal });
    if (isOfForge(run)) return true;
    id = earlierOf(run);
  }
  return false;
}

function steps(origin: Origin): ReactNode[] {
  const { repository, number, title, url, branch, branchUrl, request, requestUrl } = origin;
  const { checks, checksUrl, commentUrl, kind, state, note } = origin;
  const check = checks === null ? null : checkWords[checks];
  return [
    ...(number === 0
      ? []
      : [
          <Elsewhere key="issue" href={url}>
            {repository ?? 'issue'}#{number} {title}
          </Elsewhere>,
        ]),
    ...(state === 'delivering' ? [<span key="way">{branch} is being pushed</span>] : []),
    ...(state === 'resting' && number === 0 && note !== null
      ? [<span key="note">{note}</span>]
      : []),
    ...(branchUrl === null
      ? []
      : [
          <Elsewhere key="branch" href={branchUrl}>
            {branch}
          </Elsewhere>,
        ]),
    ...(requestUrl === null
      ? []
      : [
          <span key="request" className="row tight">
            <Elsewhere href={requestUrl}>
              {kind === null ? 'request' : requestNames[kind]} #{request}
            </Elsewhere>
            {check !== null && (
              <Elsewhere href={checksUrl ?? ''}>
                <Badge tone={check[1]}>{check[0]}</Badge>
              </Elsewhere>
            )}
          </span>,
        ]),
    ...(commentUrl === null
      ? []
      : [
          <Elsewhere key="comment" href={commentUrl}>
            last comment
          </Elsewhere>,
        ]),
  ];
}

function Line({ children }: { readonly children: ReactNode[] }) {
  return (
    <nav aria-label="Where it came from and went to">
      <ol className="origin">
        {children.map((step, at) => (
          <li key={at}>{step}</li>
        ))}
      </ol>
    </nav>
  );
}
