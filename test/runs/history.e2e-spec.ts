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
    ['before=run_nothing', /^No run "run_nothing"\.$/],
    ['before=%00', /^No run/],
  ])('refuses ?%s', async (query, reason) => {
    const { status, body } = await office.client.get<{ error: string }>(`/api/runs?${query}`);
    expect(status).toBe(400);
    expect(body.error).toMatch(reason);
  });

  it('answers without parameters as the interface says: what the service holds', async () => {
    expect(await http.runs()).toEqual([]);
    expect((await office.client.get('/api/runs?other=1')).body).toEqual([]);
  });
});
