import { useCallback } from 'react';
import type { ForgeIssue } from '#protocol/records/forges.js';
import { useNow, useOffice } from '../app/office-context.js';
import { hrefTo } from '../app/router.js';
import { Elsewhere } from '../ui/elsewhere.js';
import { useLoaded } from '../ui/use-loaded.js';

/** Interval of reading the issues, ms, because the service does not announce their changes. */
const lookMs = 10_000;
const mostShown = 20;

/** Issues that the office does not continue by itself, for example after too many failed checks. */
export function HeldIssues() {
  const { http } = useOffice();
  const now = useNow(lookMs);
  const load = useCallback(
    async (signal: AbortSignal) => {
      const forges = await http.forges({ signal });
      const lists = await Promise.all(forges.map(({ id }) => http.forgeIssues(id, { signal })));
      return heldIssues(lists.flat());
    },
    [http],
  );
  const issues = useLoaded(load, now).value ?? [];
  if (issues.length === 0) return null;
  return (
    <section className="stack tight">
      <h2>Issues that wait for people</h2>
      <ul className="stack tight plain-list" aria-label="Issues that wait for people">
        {issues.map(({ forgeId, number, title, url, runId, request, requestUrl, note }) => (
          <li key={`${forgeId} ${number} ${runId}`}>
            {number === 0 ? (
              title
            ) : (
              <Elsewhere href={url}>
                #{number} {title}
              </Elsewhere>
            )}{' '}
            {requestUrl !== null && <Elsewhere href={requestUrl}>request #{request}</Elsewhere>}{' '}
            {runId !== null && <a href={hrefTo(['runs', runId])}>its run</a>}
            <span className="block small muted">{note}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The latest first. */
function heldIssues(issues: readonly ForgeIssue[]): readonly ForgeIssue[] {
  // Whoever asked for a request that was given up is told on the page of the run.
  const isHeld = ({ number, note, state }: ForgeIssue) =>
    note !== null && !['ending', 'ended'].includes(state) && (number > 0 || state !== 'resting');
  return issues
    .filter(isHeld)
    .sort((one, other) => other.changedAt - one.changedAt)
    .slice(0, mostShown);
}
