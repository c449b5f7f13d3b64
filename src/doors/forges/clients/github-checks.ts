import type { Octokit } from '@octokit/core';
import type { CheckFacts } from '../forge-facts.js';
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
  const asked = { owner, repo, ref, per_page: 100 };
  const runs = await orNull(
    octokit.request('GET /repos/{owner}/{repo}/commits/{ref}/check-runs', asked),
  );
  const statuses = await orNull(
    octokit.request('GET /repos/{owner}/{repo}/commits/{ref}/status', asked),
  );
  return [
    ...(runs?.data.check_runs ?? []).map((run): CheckFacts => ({
      id: String(run.id),
      name: run.name,
      url: run.html_url ?? '',
      state: stateOf(run.status, run.conclusion),
      summary: [run.output.title, run.output.summary, run.output.text]
        .filter((part) => part !== null && part !== '')
        .join('\n\n'),
      hasLog: run.app?.slug === actions,
    })),
    ...(statuses?.data.statuses ?? []).map((status): CheckFacts => ({
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
