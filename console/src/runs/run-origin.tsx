import { useCallback, useEffect, type ReactNode } from 'react';
import { type ForgeCheckState, forgeKinds } from '#protocol/records/enums.js';
import type { RunOrigin as Origin } from '#protocol/records/forges.js';
import { useOffice } from '../app/office-context.js';
import { hrefTo } from '../app/router.js';
import { Elsewhere } from '../ui/elsewhere.js';
import { Badge, type Tone } from '../ui/pieces.js';
import { useLoaded } from '../ui/use-loaded.js';
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
  if (changes?.some(({ kind }) => kind === 'request') === true) return <ForgeOrigin run={run} />;
  const trigger = submittedBy?.startsWith('trigger ') ? submittedBy.slice('trigger '.length) : null;
  if (trigger === null) return <ForgeOrigin run={run} />;
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
  const load = useCallback((signal: AbortSignal) => http.runOrigin(id, { signal }), [http, id]);
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
