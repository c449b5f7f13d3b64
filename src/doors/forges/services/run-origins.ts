import { Injectable } from '@nestjs/common';
import type { ForgeCheckState, ForgeKind } from '#protocol/records/enums.js';
import type { RunOrigin } from '#protocol/records/forges.js';
import { ForgeError } from '../clients/forge-error.js';
import type { CheckFacts } from '../forge-facts.js';
import { ForgeNotesRepository } from '../rows/forge-notes.repository.js';
import { ForgeAccess } from './forge-access.js';
import { ForgeIssuesService, shownIssue } from './forge-issues.service.js';

/** Finds the issues and requests of runs. */
@Injectable()
export class RunOrigins {
  constructor(
    private readonly issues: ForgeIssuesService,
    private readonly notes: ForgeNotesRepository,
    private readonly access: ForgeAccess,
  ) {}

  /**
   * The origin of a run, without data that the forge does not answer.
   * @throws NotFoundError
   */
  async of(runId: string): Promise<RunOrigin> {
    const issue = await this.issues.originOf(runId);
    const { tip } = issue;
    const open = await this.access.open(issue.forgeId);
    const comment = await this.notes.lastComment(issue);
    const isAtRest = tip !== null && issue.state !== 'delivering';
    const checks = open === null || !isAtRest ? [] : await orNone(open.client.checks(tip));
    return {
      ...shownIssue(issue),
      repository: open?.forge.repository ?? null,
      kind: open?.forge.kind ?? null,
      branchUrl: open === null || tip === null ? null : branchPage(open.forge, issue.branch),
      ...together(checks),
      commentUrl: comment?.url ?? null,
    };
  }
}

/** No checks if the forge does not answer; the rest is shown. */
async function orNone(asked: Promise<readonly CheckFacts[]>): Promise<readonly CheckFacts[]> {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof ForgeError) return [];
    throw thrown;
  }
}

/** The state of all checks: failed if any has failed, else pending if any is. */
export function together(
  checks: readonly Pick<CheckFacts, 'state' | 'url'>[],
): Pick<RunOrigin, 'checks' | 'checksUrl'> {
  const states = new Set(checks.map(({ state }) => state));
  const order: readonly ForgeCheckState[] = ['failed', 'pending', 'passed'];
  const counts = order.find((state) => states.has(state)) ?? null;
  const known = checks.find(({ state, url }) => state === counts && url !== '');
  return { checks: counts, checksUrl: known?.url ?? null };
}

const branchPaths = { github: 'tree', gitlab: '-/tree', gitea: 'src/branch' } as const;

export function branchPage(
  { kind, page }: { readonly kind: ForgeKind; readonly page: string },
  branch: string,
): string {
  return `${page}/${branchPaths[kind]}/${branch.split('/').map(encodeURIComponent).join('/')}`;
}
