import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { callsTools, carryOut, offerPipeline, toolResultsIn } from '../runs/support/commission.js';
import { isRunning } from '../support/is-running.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import type { ScriptedReply } from '../support/scripted-provider/scripted-reply.js';
import {
  ScriptedProvider,
  type ScriptedRequest,
} from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';

const server = `
import { createServer } from 'node:http';
import { sum } from './sum.mjs';
createServer((_, answer) => answer.end('sum ' + sum(2, 3)))
  .listen(0, '127.0.0.1', function () { console.log('port ' + this.address().port + ' pid ' + process.pid); });
`;
const nodeTest = `
import test from 'node:test';
import assert from 'node:assert';
import { sum } from './sum.mjs';
test('sum adds', () => assert.equal(sum(2, 3), 5));
`;
const pythonTest = `
import unittest
from total import total
class Totals(unittest.TestCase):
    def test_total(self):
        self.assertEqual(total([2, 3]), 5)
`;

type Call = readonly [name: string, args: object];

/** Each call is made with the results so far. */
function callsWith(next: (results: readonly string[]) => Call | undefined) {
  return (request: ScriptedRequest): ScriptedReply => {
    const [name, args] = next(toolResultsIn(request)) ?? [];
    if (name === undefined) return { text: ['Done.'] };
    return { toolCalls: [{ id: 'call_1', name, args: [JSON.stringify(args)] }] };
  };
}

describe('projects that employees work on', () => {
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let pipelineId: string;
  let told: readonly string[] = [];

  const put = async (name: string, text: string): Promise<void> => {
    await mkdir(`${office.directory}/workspace/${name}`.replace(/\/[^/]*$/, ''), {
      recursive: true,
    });
    await writeFile(`${office.directory}/workspace/${name}`, text);
  };
  const work = async (reply: (request: ScriptedRequest) => ScriptedReply): Promise<RunDetail> => {
    provider.respondWith((request) => {
      told = toolResultsIn(request);
      return reply(request);
    });
    return carryOut(office, socket, { pipelineId });
  };

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      PATH: process.env.PATH,
    });
    socket = await office.client.connect();
    pipelineId = offerPipeline(office, { kind: 'build', roleIds: ['backend-dev-1'] });
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  it('a Node project: a failing test is seen, repaired, and seen to pass', async () => {
    await put('node/sum.mjs', 'export const sum = (a, b) => a - b;\n');
    await put('node/sum.test.mjs', nodeTest);
    const test: Call = ['run_shell', { command: 'cd node && node --test', timeoutMs: 120_000 }];
    const edit = { path: 'node/sum.mjs', oldString: 'a - b', newString: 'a + b' };
    const { turns } = await work(callsTools(test, ['edit_file', edit], test));
    expect(turns[0]?.toolCalls.map(({ status }) => status)).toEqual(['error', 'ok', 'ok']);
    expect(told[0]).toContain('fail 1');
    expect(told[0]).toContain('sum adds');
    expect(told[2]).toContain('exit code: 0');
  });

  it('a Python project: a failing test is seen, repaired, and seen to pass', async () => {
    await put('python/total.py', 'def total(numbers):\n    return len(numbers)\n');
    await put('python/test_total.py', pythonTest);
    const command = 'cd python && python3 -B -m unittest';
    const test: Call = ['run_shell', { command, timeoutMs: 120_000 }];
    const edit = { path: 'python/total.py', oldString: 'len(', newString: 'sum(' };
    const { turns } = await work(callsTools(test, ['edit_file', edit], test));
    expect(turns[0]?.toolCalls.map(({ status }) => status)).toEqual(['error', 'ok', 'ok']);
    expect(told[0]).toContain('AssertionError: 2 != 5');
    expect(told[2]).toContain('exit code: 0');
  });

  it('a server is started, asked across calls, and ends with its stage', async () => {
    await put('node/sum.mjs', 'export const sum = (a, b) => a + b;\n');
    await put('node/server.mjs', server);
    const { turns } = await work(
      callsWith((results) => {
        const [id = ''] = /sh_[0-9a-f]{8}/.exec(results[0] ?? '') ?? [];
        const [, port] = /port (\d+)/.exec(results.join('\n')) ?? [];
        switch (results.length) {
          case 0:
            return ['run_shell', { command: 'node node/server.mjs', background: true }];
          case 1:
            return ['shell_output', { id, offset: 0, waitMs: 30_000 }];
          case 2:
            return [
              'run_shell',
              {
                command: `node -e "fetch('http://127.0.0.1:${port}').then(r=>r.text()).then(console.log)"`,
              },
            ];
          case 3:
            return ['shell_output', { id: 'sh_00000000' }];
          default:
            return undefined;
        }
      }),
    );
    expect(turns[0]?.toolCalls.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'error']);
    expect(told[1]).toContain('is running');
    expect(told[2]).toContain('sum 5');
    expect(told[3]).toContain('There is no background command "sh_00000000" in this stage');
    const [, pid = ''] = /pid (\d+)/.exec(told.join('\n')) ?? [];
    expect(await isRunning(pid)).toBe(false);
  });

  it('a command in the background is stopped, and its output is shown', async () => {
    await work(
      callsWith((results) => {
        const [id = ''] = /sh_[0-9a-f]{8}/.exec(results[0] ?? '') ?? [];
        if (results.length === 0) {
          return ['run_shell', { command: 'echo up; exec sleep 600', background: true }];
        }
        return results.length === 1 ? ['shell_stop', { id }] : undefined;
      }),
    );
    expect(told[1]).toMatch(/exit code: 1 \(signal SIG\w+\)\nup\n/);
  });

  it.each([
    ['a line of letters', 'x'.repeat(131_072), false],
    ['a line of wide letters', `echo ${'ü'.repeat(70_000)}`, false],
    ['a script in the background', 'echo one line of many\n'.repeat(10_000), true],
  ])('%s over the limit of the system is refused in words', async (_kind, command, background) => {
    const { turns } = await work(callsTools(['run_shell', { command, background }]));
    const words =
      /^Nothing was run: the command has \d+ bytes, .* Write it into a file with write_file, and run that file\.$/;
    expect(turns[0]?.toolCalls).toMatchObject([
      { status: 'error', resultPreview: expect.stringMatching(words) },
    ]);
  });

  it('an argument of git over that limit is refused as well, and one within it is not', async () => {
    const long = ['-m', 'x'.repeat(131_072)];
    await work(
      callsTools(
        ['run_shell', { command: 'git init -q .' }],
        ['git', { command: 'commit', args: long }],
        ['run_shell', { command: `: ${'x'.repeat(131_069)}` }],
      ),
    );
    expect(told[1]).toContain('Nothing was run: one argument has 131072 bytes');
    expect(told[2]).toContain('exit code: 0');
  });

  it('a missing workspace is reported as such', async () => {
    const remove = `cd / && rm -r ${office.directory}/workspace`;
    await work(callsTools(['run_shell', { command: remove }], ['run_shell', { command: 'pwd' }]));
    expect(told[1]).toContain(
      `Nothing was run: the directory ${office.directory}/workspace does not exist (ENOENT).`,
    );
  });
});
