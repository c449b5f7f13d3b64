import { useCallback, type ReactNode } from 'react';
import { type ForgeCheckState, type ForgeKind, forgeKinds } from '#protocol/records/enums.js';
import type { RunOrigin as Origin } from '#protocol/records/forges.js';
import { useOffice } from '../app/office-context.js';
import { hrefTo } from '../app/router.js';
import { Elsewhere } from '../ui/elsewhere.js';
import { Badge, type Tone } from '../ui/pieces.js';
import { useLoaded } from '../ui/use-loaded.js';
import type { RunView } from './run-view.js';
import './origin.css';

const requests: Readonly<Record<ForgeKind, string>> = {
  github: 'pull request',
  gitlab: 'merge request',
  gitea: 'pull request',
};

const checkWords: Readonly<Record<ForgeCheckState, readonly [string, Tone]>> = {
  pending: ['checks at work', 'busy'],
  passed: ['checks passed', 'good'],
  failed: ['checks failed', 'bad'],
};

/** One line: where a run came from and went to. */
export default function RunOrigin({ run }: { readonly run: RunView }) {
  const { submittedBy } = run;
  const kind = forgeKinds.find((each) => each === submittedBy);
  if (kind !== undefined) return <IssueOrigin run={run} kind={kind} />;
  const trigger = submittedBy?.startsWith('trigger ') ? submittedBy.slice('trigger '.length) : null;
  if (trigger === null) return null;
  return (
    <Line>
      <a href={hrefTo(['forges'], { tab: 'triggers' })}>trigger “{trigger}”</a>
      this run
    </Line>
  );
}

function IssueOrigin({ run, kind }: { readonly run: RunView; readonly kind: ForgeKind }) {
  const { http } = useOffice();
  const { id } = run;
  const load = useCallback((signal: AbortSignal) => http.runOrigin(id, { signal }), [http, id]);
  // Its results at the forge change when it ends.
  const { value: origin } = useLoaded(load, run.endedAt);
  return origin === null ? null : <Line>{steps(origin, kind)}</Line>;
}

function steps(origin: Origin, kind: ForgeKind): ReactNode[] {
  const { repository, number, title, url, branch, branchUrl, request, requestUrl } = origin;
  const { checks, checksUrl, commentUrl } = origin;
  const check = checks === null ? null : checkWords[checks];
  return [
    <Elsewhere key="issue" href={url}>
      {repository ?? 'issue'}#{number} {title}
    </Elsewhere>,
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
              {requests[kind]} #{request}
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
