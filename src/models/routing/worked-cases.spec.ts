import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { routingPostures, taskClasses } from '../../protocol/records/enums.js';
import { defaultRoles } from '../../workspaces/default-organisation/default-roles.js';
import { curatedCatalogue } from '../catalogue/curated-catalogue.js';
import { routeTurn } from './route-turn.js';

/** The cells of the table of worked cases, row by row. */
function workedCases(): string[][] {
  const page = readFileSync(new URL('../../../docs/routing.md', import.meta.url), 'utf8');
  const [, table = ''] = page.split('## Worked cases');
  const rows = table.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('`', '').trim()),
  );
}

describe('the worked cases of docs/routing.md', () => {
  const cases = workedCases();

  it('are there', () => {
    expect(cases.length).toBeGreaterThanOrEqual(10);
  });

  it.each(cases)(
    '%s, %s at %s, %s, %s left',
    (roleId, taskClass, complexity, posture, left, model, fallbacks) => {
      const role = defaultRoles.find(({ id }) => id === roleId);
      const known = taskClasses.find((one) => one === taskClass);
      if (role === undefined || known === undefined)
        throw new Error(`no ${roleId} or ${taskClass}`);
      const decision = routeTurn(
        {
          taskClass: known,
          complexity: Number(complexity),
          policy: role.modelPolicy,
          requiresTools: true,
          posture: routingPostures.find((one) => one === posture),
          budgetRemainingUsd: Number(left?.slice(1)),
        },
        { models: curatedCatalogue, rules: [], uptimeOf: () => null },
      );
      expect(decision.modelId).toBe(model);
      expect(decision.fallbacks.map(({ modelId }) => modelId).join(', ')).toBe(fallbacks);
    },
  );
});
