import { useCallback } from 'react';
import type { ForgeIssueState } from '#protocol/records/enums.js';
import type { Forge, ForgeIssue } from '#protocol/records/forges.js';
import { dollars } from '../../app/format.js';
import { useOffice } from '../../app/office-context.js';
import { hrefTo } from '../../app/router.js';
import { Elsewhere } from '../../ui/elsewhere.js';
import { Badge, Skeleton, type Tone } from '../../ui/pieces.js';
import { useLoaded } from '../../ui/use-loaded.js';

const states: Readonly<Record<ForgeIssueState, readonly [string, Tone]>> = {
  waiting: ['waits', 'wait'],
  refused: ['refused', 'bad'],
  working: ['at work', 'busy'],
  delivering: ['delivering', 'busy'],
  open: ['request is open', 'good'],
  resting: ['no request', 'plain'],
  ending: ['ending', 'plain'],
  ended: ['ended', 'plain'],
};

/** The issues of a repository that became work, each with its run and request. */
export function ForgeIssues({
  forge: { id, repository },
  version,
}: {
  readonly forge: Forge;
  readonly version: unknown;
}) {
  const { http } = useOffice();
  const load = useCallback((signal: AbortSignal) => http.forgeIssues(id, { signal }), [http, id]);
  const { value: issues, error } = useLoaded(load, version);
  if (error !== null) return <p className="notice bad small">{error}</p>;
  if (issues === null) return <Skeleton height={60} />;
  if (issues.length === 0) return <p className="muted small">No issue has become work yet.</p>;
  const name = `Issues of ${repository}`;
  return (
    <div className="table-wrap" tabIndex={0} role="region" aria-label={name}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Issue</th>
            <th scope="col">State</th>
            <th scope="col">Run</th>
            <th scope="col">Request</th>
            <th scope="col">Gone on</th>
            <th scope="col">Spent</th>
          </tr>
        </thead>
        <tbody>
          {issues.map((issue) => (
            <Row key={`${issue.number} ${issue.takenAt}`} issue={issue} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  issue: { number, title, url, state, runId, request, requestUrl, wakes, spentUsd, note },
}: {
  readonly issue: ForgeIssue;
}) {
  const [word, tone] = states[state];
  return (
    <tr>
      <td>
        {number === 0 ? (
          title
        ) : (
          <Elsewhere href={url}>
            #{number} {title}
          </Elsewhere>
        )}
      </td>
      <td>
        <Badge tone={tone}>{word}</Badge> {note}
      </td>
      <td>{runId === null ? '–' : <a href={hrefTo(['runs', runId])}>{runId}</a>}</td>
      <td>{requestUrl === null ? '–' : <Elsewhere href={requestUrl}>#{request}</Elsewhere>}</td>
      <td>{wakes === 0 ? '–' : `${wakes} ×`}</td>
      <td>{dollars(spentUsd)}</td>
    </tr>
  );
}
