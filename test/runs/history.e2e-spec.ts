import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppModule } from '../../src/app.module.js';
import { Operations } from '../../src/client/http/operations.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';
import { storeHistory } from './support/store-history.js';

const stored = 10_000;

describe(`an office with ${stored} runs`, () => {
  let office: RunningOffice;
  let http: Operations;

  beforeAll(async () => {
    office = await startOffice({ root: (bootContext) => AppModule.on(bootContext) });
    await storeHistory(office.app, stored);
    http = Operations.at(`http://127.0.0.1:${office.port}`);
  }, 120_000);
  afterAll(() => office.close());

  it('gives every one of them, page by page, newest first and each once', async () => {
    const numbers: number[] = [];
    for (let before: string | undefined; ;) {
      const page = await http.runs({ limit: 200, ...(before !== undefined && { before }) });
      numbers.push(...page.map(({ id }) => Number(id.slice(4))));
      before = page.at(-1)?.id;
      if (page.length < 200) break;
    }
    expect(numbers).toEqual(Array.from({ length: stored }, (_, index) => stored - 1 - index));
  });

  it('finds one of them by its words', async () => {
    const found = await http.runs({ search: 'BRIEF result 4711.' });
    expect(found.map(({ brief }) => brief)).toEqual(['Old brief number 4711']);
  });

  it('gives those with a status, of a floor', async () => {
    const found = await http.runs({ status: 'failed', workspaceId: 'default', limit: 3 });
    expect(found.map(({ id }) => Number(id.slice(4)))).toEqual([9990, 9980, 9970]);
    expect(await http.runs({ workspaceId: 'elsewhere' })).toEqual([]);
  });

  it.each([
    ['limit=0', 1],
    ['limit=100000', 200],
    ['limit=many', 50],
    ['search=', 50],
  ])('?%s gives %d', async (query, count) => {
    const { status, body } = await office.client.get<unknown[]>(`/api/runs?${query}`);
    expect(status).toBe(200);
    expect(body).toHaveLength(count);
  });

  it.each([
    ['status=odd', /^"status" must be one of queued, running/],
    ['search=a&search=b', /^"search" must be a string/],
    ['sort=best', /^"sort" must be one of newest, oldest, dearest, longest/],
    ['minUsd=much', /^"minUsd" must be a number of 0 or more/],
    ['maxUsd=-1', /^"maxUsd" must be a number of 0 or more/],
    ['from=2026-01-01', /^"from" must be a number of 0 or more/],
    ['to=', /^"to" must be a number of 0 or more/],
    ['from=1&from=2', /^"from" must be a number of 0 or more/],
    ['changed=yes', /^"changed" must be one of true, false/],
    ['before=run_nothing', /^No run "run_nothing"\.$/],
    ['before=%00', /^No run/],
  ])('refuses ?%s', async (query, reason) => {
    const { status, body } = await office.client.get<{ error: string }>(`/api/runs?${query}`);
    expect(status).toBe(400);
    expect(body.error).toMatch(reason);
  });

  it('filters, sorts and counts through HTTP', async () => {
    const from = 1_700_000_000_000 + (stored - 2) * 60_000;
    const found = await http.runs({ from, sort: 'oldest', changed: false, maxUsd: 0 });
    expect(found.map(({ id }) => Number(id.slice(4)))).toEqual([stored - 2, stored - 1]);
    expect(await http.runs({ from, pipelineId: 'other' })).toEqual([]);
    expect(await http.runs({ from, roleId: 'ceo', changed: true, minUsd: 0.01 })).toEqual([]);
    const { total, statuses } = await http.runCounts({ status: 'failed' });
    expect([total, statuses.failed, statuses.done]).toEqual([
      stored / 10,
      stored / 10,
      stored - stored / 10,
    ]);
    const refused = await office.client.get<{ error: string }>('/runs/counts?status=odd');
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatch(/^"status" must be one of/);
  });

  it('answers without parameters as the interface says: what the service holds', async () => {
    expect(await http.runs()).toEqual([]);
    expect((await office.client.get('/api/runs?other=1')).body).toEqual([]);
  });
});
