import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { AppModule } from '#app.module.js';
import { rememberChild } from '#platform/process/own-children.js';
import type { AuditEntry } from '#protocol/records/access.js';
import { httpTexts } from '#protocol/texts/http.js';
import { type RunningOffice, startOffice } from '../../support/start-office.js';

/** Sends a call, once its standard input says so, and prints the answer. */
const program = `
process.stdin.once('data', async () => {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const params = { name: process.argv[2], arguments: { approvalId: 'appr_1', approved: true } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const answer = await fetch(process.argv[1], { method: 'POST', headers, body });
  console.log(answer.status, await answer.text());
  process.exit();
});
`;

const onLinux = process.platform === 'linux' ? it : it.skip;

describe('a program that the office has started', () => {
  let office: RunningOffice;
  beforeAll(async () => {
    office = await startOffice({ root: (boot) => AppModule.on(boot) });
  });
  afterAll(() => office.close());

  const ask = async (tool: string, isChild: boolean): Promise<string> => {
    const url = `http://127.0.0.1:${office.port}/mcp`;
    const child = execa(process.execPath, ['-e', program, url, tool]);
    const forget = isChild ? rememberChild(child.pid ?? 0, Buffer.from('no such mark')) : null;
    child.stdin.write('go\n');
    const { stdout } = await child;
    forget?.();
    return stdout;
  };

  onLinux.each(['answer_approval', 'submit_brief', 'list_floors'])(
    'cannot call %s',
    async (tool) => {
      const refused = await ask(tool, true);
      expect(refused).toMatch(/^403 /);
      expect(refused).toContain(httpTexts.startedHere);
      expect(await ask(tool, false)).toMatch(/^200 /);
      const { text } = await office.client.get('/audit');
      const log = text.trim().split('\n');
      expect(log.map((line) => JSON.parse(line) as AuditEntry)).toContainEqual(
        expect.objectContaining({
          operation: 'POST mcp',
          outcome: 'refused',
          message: httpTexts.startedHere,
        }),
      );
    },
  );
});
