import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { answerPage } from '../../src/doors/triggers/answers/answer-page.js';
import type { Approval } from '../../src/protocol/records/work.js';
import { describeInBrowser, testBrowser } from './support/browser.js';

const approval = {
  ...{ id: 'approval_1', runId: 'run_1', turnId: null, employeeId: 'e', kind: 'shell' },
  ...{ summary: 'Run a command', detail: 'rm -r build', status: 'pending', requestedAt: 0 },
  ...{ decidedAt: null, reason: null },
} as Approval;

describeInBrowser('the page of a question', () => {
  const browser = testBrowser();
  const sent: string[] = [];
  let server: Server;

  beforeAll(async () => {
    const page = answerPage({ approval, until: 0, asksToken: true, note: null });
    server = createServer((request, response) => {
      void request.toArray().then((chunks: readonly Buffer[]) => {
        if (request.method === 'POST') sent.push(Buffer.concat(chunks).toString());
        response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void server.close());

  it('decides nothing at Enter, and what a button says when it is pressed', async () => {
    const page = await browser.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect(await page.getByRole('button').count()).toBe(2);
    for (const label of ['Reason (optional)', 'Token with the right to approve']) {
      await page.getByLabel(label).fill('word');
      await page.getByLabel(label).press('Enter');
    }
    // An answer that Enter had sent would come before this one.
    await page.getByRole('button', { name: 'No' }).click();
    await page.waitForLoadState();
    expect(sent).toEqual(['reason=word&token=word&answer=no']);
  });
});
