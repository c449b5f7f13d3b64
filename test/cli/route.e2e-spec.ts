import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppModule } from '../../src/app.module.js';
import { Operations } from '../../src/client/http/operations.js';
import { parseRouteArguments } from '../../src/cli/route-arguments.js';
import { routeReport } from '../../src/cli/route-report.js';
import type { Run, RunDetail } from '../../src/protocol/records/work.js';
import { startOffice } from '../support/start-office.js';
import type { RunningOffice } from '../support/start-office.js';

let office: RunningOffice;
let run: RunDetail;

beforeAll(async () => {
  office = await startOffice({
    root: (bootContext) => AppModule.on(bootContext),
    env: { OFFICE_MOCK_LATENCY_MS: '0' },
  });
  const socket = await office.client.connect();
  const brief = 'Fix the typo in the label of the save button';
  const { body } = await office.client.post<Run>('/api/submit', { brief });
  await socket.waitFor('run.updated', (event) => event.run.status === 'done');
  run = (await office.client.get<RunDetail>(`/api/runs/${body.id}`)).body;
});

afterAll(() => office.close());

async function reported(...argv: string[]): Promise<string> {
  const args = parseRouteArguments(argv);
  if (args === null) throw new Error('asked for help');
  const client = Operations.at(`http://127.0.0.1:${office.port}`);
  return (await routeReport(args, client)).join('\n');
}

describe('npm run route', () => {
  it('shows the choice, its reason and every candidate', async () => {
    const text = await reported(
      '--role',
      'cto',
      '--task',
      'coding',
      '--complexity',
      '0.7',
      '--posture',
      'cheap',
    );
    expect(text).toContain("  task 'coding' maps to standard under this role's policy\n");
    expect(text).toContain("  posture 'cheap' lowered to small\n");
    expect(text).toContain('  complexity 0.7 >= 0.7 escalated to max\n');
    expect(text).toContain('Fallbacks, in order:');
    const candidates = text.split('not taken because\n')[1]?.split('\n');
    expect(candidates).toHaveLength(11);
  });

  it('leaves out what is excluded', async () => {
    const usual = ['--role', 'cto', '--task', 'coding'];
    const [chosen = ''] = (await reported(...usual)).split(' (');
    const id = chosen.slice(chosen.indexOf('/') + 1);
    expect(await reported(...usual, '--exclude', id)).not.toContain(id);
  });

  it('names the roles there are when it does not know one', async () => {
    await expect(reported('--role', 'baker', '--task', 'coding')).rejects.toThrow(
      /There is no role "baker" on this floor; there is ceo, /,
    );
  });

  it('says that it does not know a run', async () => {
    await expect(reported('--replay', 'run_x')).rejects.toThrow('No run "run_x".');
  });
});

describe('npm run route -- --replay', () => {
  it('routes every turn as it was routed, while nothing has changed', async () => {
    const text = await reported('--replay', run.id);
    expect(text).toContain(`0 of ${run.turns.length} turn(s) would go elsewhere.`);
    expect(text.match(/ {2}the same {2}/g)).toHaveLength(run.turns.length);
    const spent = run.budget.spentUsd.toFixed(4);
    expect(text).toContain(`Cost then $${spent}, now $${spent} for the same tokens.`);
  });

  it('shows what another posture would have done to models and cost', async () => {
    const text = await reported('--replay', run.id, '--posture', 'cheap');
    expect(text).toMatch(/[1-9]\d* of \d+ turn\(s\) would go elsewhere\./);
    const [, then, now] = /Cost then \$([\d.]+), now \$([\d.]+) for/.exec(text) ?? [];
    expect(Number(now)).toBeLessThan(Number(then));
    expect(text).toContain('Models then: ');
    expect(text).toContain('Models now: ');
  });
});
