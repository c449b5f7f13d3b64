import type { Octokit } from '@octokit/core';
import type { CheckFacts } from '../forge-facts.js';
import { allPages, pageSize } from './github-pages.js';
import { orNull } from './read-facts.js';

interface Commit {
  readonly owner: string;
  readonly repo: string;
  readonly sha: string;
}

/** Conclusions that count as failures; the others neither prove nor fail anything. */
const failures: readonly string[] = ['failure', 'timed_out', 'startup_failure'];

/** Name of the app whose runs are jobs with logs. */
const actions = 'github-actions';

/** Checks and statuses of a commit, the latest of each name. */
export async function checksOfCommit(
  octokit: Octokit,
  { owner, repo, sha: ref }: Commit,
): Promise<readonly CheckFacts[]> {
  const asked = { owner, repo, ref, per_page: pageSize };
  const runs = await orNull(
    allPages(async (page) => {
      const path = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs';
      return (await octokit.request(path, { ...asked, page })).data.check_runs;
    }),
  );
  const statuses = await orNull(
    allPages(async (page) => {
      const path = 'GET /repos/{owner}/{repo}/commits/{ref}/status';
      return (await octokit.request(path, { ...asked, page })).data.statuses;
    }),
  );
  return [
    ...(runs ?? []).map((run): CheckFacts => ({
      id: String(run.id),
      name: run.name,
      url: run.html_url ?? '',
      state: stateOf(run.status, run.conclusion),
      summary: [run.output.title, run.output.summary, run.output.text]
        .filter((part) => part !== null && part !== '')
        .join('\n\n'),
      hasLog: run.app?.slug === actions,
    })),
    ...(statuses ?? []).map((status): CheckFacts => ({
      id: `status-${status.id}`,
      name: status.context,
      url: status.target_url ?? '',
      state: statusOf(status.state),
      summary: status.description ?? '',
      hasLog: false,
    })),
  ];
}

function stateOf(status: string, conclusion: string | null): CheckFacts['state'] {
  if (status !== 'completed') return 'pending';
  return failures.includes(conclusion ?? '') ? 'failed' : 'passed';
}

function statusOf(state: string): CheckFacts['state'] {
  if (state === 'pending') return 'pending';
  return state === 'failure' || state === 'error' ? 'failed' : 'passed';
}
