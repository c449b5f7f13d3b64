import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import type { RunChanges } from '../../src/protocol/records/change-review.js';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import {
  callsTools,
  carryOut,
  finished,
  offerPipeline,
  submit,
  toolResultsIn,
} from './support/commission.js';

describe('the change of a run', () => {
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let pipelineId: string;
  const workspace = (): string => `${office.directory}/work`;
  const before = (): string => `${office.directory}/before`;

  const put = (name: string, text: string | Buffer) => writeFile(`${workspace()}/${name}`, text);
  const changesOf = (id: string) => office.client.get<RunChanges>(`/runs/${id}/changes`);
  const patchOf = (id: string, query = '') =>
    office.client.get(`/runs/${id}/changes.patch${query}`);

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_WORKSPACE: './work',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      PATH: process.env.PATH,
    });
    socket = await office.client.connect();
  });
  beforeEach(async () => {
    pipelineId = offerPipeline(
      office,
      { kind: 'build', roleIds: ['backend-dev-1'] },
      { kind: 'build', roleIds: ['frontend-dev-1'] },
    );
    for (const place of [workspace(), before()]) await rm(place, { recursive: true, force: true });
    await mkdir(workspace(), { recursive: true });
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  /** Two turns of shell commands, on the files that are there; these are kept for comparison. */
  async function run(...turns: readonly [first: string, second: string]): Promise<RunDetail> {
    await cp(workspace(), before(), { recursive: true, verbatimSymlinks: true });
    const isSecond = (body: object | null) => JSON.stringify(body).includes('Stage: **Stage 2**');
    provider.respondWith((request) =>
      callsTools(['run_shell', { command: turns[isSecond(request.body) ? 1 : 0] }])(request),
    );
    return carryOut(office, socket, { pipelineId });
  }

  /** Fails where the patch, on the files before the run, does not make those after it. */
  function expectApplies(patch: string): void {
    const env = { PATH: process.env.PATH, GIT_CEILING_DIRECTORIES: office.directory };
    const apply = ['apply', '--whitespace=nowarn', '-'];
    if (patch !== '') execFileSync('git', apply, { cwd: before(), input: patch, env });
    execFileSync('diff', ['-r', '--no-dereference', workspace(), before()]);
  }

  it.each<[what: string, files: Readonly<Record<string, string>>, first: string, second: string]>([
    [
      'a build whose patches are many times those of a record',
      {},
      'for i in $(seq 40); do seq 1 2000 > "f$i.txt"; done',
      'for i in $(seq 1 2 40); do sed -i s/1/one/ "f$i.txt"; done; rm f2.txt',
    ],
    [
      'a file into a link, a link into a directory, a directory into a file',
      { a: 'one\n', b: 'bee\n', z: 'zed\n' },
      'rm a; ln -s b a; ln -s b l; mkdir d; echo x > d/x; echo more >> z',
      'rm l; mkdir l; echo in > l/in; rm -r d; echo d > d; chmod +x b',
    ],
    [
      'bytes that are no text, and text without end or with other ends of lines',
      { 'crlf.txt': 'one\r\ntwo\r\n', 'cr.txt': 'one\rtwo\r', 'open.txt': 'no end' },
      String.raw`printf '\0\1\377\200' > bin; printf 'two\r\n' >> crlf.txt; printf 'x\rdiff --git a/x b/x\r' >> cr.txt`,
      String.raw`printf '\0\2' >> bin; printf ' yet' >> open.txt; printf 'u\342\200\250v' > sep.txt`,
    ],
    [
      'names that git quotes, and some that look like options or globs',
      { 'sp ace': 'x\n', 'quo"te': 'x\n' },
      String.raw`printf x > "$(printf 'new\nline')"; printf y > "$(printf 'tab\tname')"; echo z > 'é ü'; echo z > -- -rf`,
      `echo more >> 'quo"te'; rm 'sp ace'; echo '*' > '[ab]*.txt'; echo c > ':(top)x'; echo s > 'b\\s'`,
    ],
    [
      'a directory under another name, and what is as before in the end',
      { keep: 'same\n', one: '1\n' },
      'mkdir -p src/deep; echo a > src/a; echo b > src/deep/b; echo other > keep; mkdir made; touch made/x',
      'cp -r src lib; rm -r src; printf "same\\n" > keep; rm -r made; mv one two',
    ],
    ['nothing', { keep: 'same\n' }, 'true', 'cat keep'],
  ])('is whole and taken by git: %s', async (_what, files, first, second) => {
    for (const [name, text] of Object.entries(files)) await put(name, text);
    const { id } = await run(first, second);
    const { status, body } = await changesOf(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ runId: id, atWork: false, unrecorded: [], notes: [] });
    const { text, headers } = await patchOf(id);
    expect(headers['content-type']).toBe('text/x-diff; charset=utf-8');
    const sum = body.files.reduce((total, { patchBytes }) => total + (patchBytes ?? 0), 0);
    expect([body.patchBytes, Number(headers['content-length'])]).toEqual([sum, sum]);
    expectApplies(text);
    if (text === '') return;
    // Each part of it is the patch of one file.
    const parts = await Promise.all(
      body.files.map(({ path }) => patchOf(id, `?path=${encodeURIComponent(path)}`)),
    );
    expect(parts.map((part) => part.text).join('')).toBe(text);
    const all = body.files.map(({ path }) => `path=${encodeURIComponent(path)}`).join('&');
    expect((await patchOf(id, `?${all}`)).text).toBe(text);
  });

  it('is answered as a list without patches', async () => {
    await put('a.txt', 'one\n');
    await put('gone.txt', 'x\ny\n');
    await put('p.png', Buffer.from([0, 1]));
    const { id } = await run(
      'echo two >> a.txt; rm gone.txt',
      "printf '\\0\\2' > p.png; touch new; echo '{}' > package.json; mkdir .husky; echo x > .husky/pre-push",
    );
    const { files, version } = (await changesOf(id)).body;
    const marked = files.filter(({ runByTools }) => runByTools).map(({ path }) => path);
    expect(marked).toEqual(['.husky/pre-push', 'package.json']);
    expect(files.map(({ path, kind, added, removed }) => [path, kind, added, removed])).toEqual([
      ['.husky/pre-push', 'added', 1, 0],
      ['a.txt', 'modified', 1, 0],
      ['gone.txt', 'deleted', 0, 2],
      ['new', 'added', 0, 0],
      ['p.png', 'modified', null, null],
      ['package.json', 'added', 1, 0],
    ]);
    expect((await changesOf(id)).body.version).toBe(version);
  });

  it('of a run at work is what has been settled so far', async () => {
    const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    provider.respondWith(async (request) => {
      const isSecond = JSON.stringify(request.body).includes('Stage: **Stage 2**');
      if (isSecond && toolResultsIn(request).length === 0) {
        reached.resolve();
        await go.promise;
      }
      const name = isSecond ? 'second' : 'first';
      return callsTools(['run_shell', { command: `echo x > ${name}.txt` }])(request);
    });
    const { id } = await submit(office, { pipelineId });
    await reached.promise;
    const early = (await changesOf(id)).body;
    expect(early.atWork).toBe(true);
    expect(early.files.map(({ path }) => path)).toEqual(['first.txt']);
    expect((await patchOf(id)).text).not.toContain('second.txt');
    go.resolve();
    await finished(office, socket, id);
    const late = (await changesOf(id)).body;
    expect([late.atWork, late.version === early.version]).toEqual([false, false]);
    expect(late.files.map(({ path }) => path)).toEqual(['first.txt', 'second.txt']);
  });

  it('includes what a retry took over from the earlier run', async () => {
    provider.respondWith((request) =>
      JSON.stringify(request.body).includes('Stage: **Stage 2**')
        ? { text: [''] }
        : callsTools(['run_shell', { command: 'echo one > a.txt' }])(request),
    );
    const failed = await carryOut(office, socket, { pipelineId });
    expect(failed.status).toBe('failed');
    provider.respondWith(callsTools(['run_shell', { command: 'echo two >> a.txt; echo b > b' }]));
    socket.send({ type: 'retryRun', runId: failed.id });
    const created = await socket.waitFor(
      'run.created',
      ({ run: each }) => each.retryOf === failed.id,
    );
    const { id } = await finished(office, socket, created.run.id);
    expect((await patchOf(id)).text).toMatch(/\n@@ -0,0 \+1,2 @@\n\+one\n\+two\n[^]*\n\+b\n$/);
  });

  it('names beside the patch what others changed between the turns', async () => {
    await put('a.txt', 'one\n');
    const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    provider.respondWith(async (request) => {
      const isSecond = JSON.stringify(request.body).includes('Stage: **Stage 2**');
      if (isSecond && toolResultsIn(request).length === 0) {
        reached.resolve();
        await go.promise;
      }
      return callsTools(['run_shell', { command: 'echo turn >> a.txt' }])(request);
    });
    const { id } = await submit(office, { pipelineId });
    await reached.promise;
    await put('a.txt', 'a person\n');
    go.resolve();
    await finished(office, socket, id);
    expect((await changesOf(id)).body.notes).toEqual([
      'Others changed these files between turns of the run; what they did is part of the change: a.txt',
    ]);
    expect((await patchOf(id)).text).toMatch(/\n-one\n\+a person\n\+turn\n$/);
  });

  it('answers HEAD with its length, and ends when the client disconnects', async () => {
    const { id } = await run('seq 1 200000 > a.txt', 'seq 1 200000 > b.txt');
    const head = await office.client.call('HEAD', `/runs/${id}/changes.patch`);
    const { text } = await patchOf(id);
    expect([head.status, head.text]).toEqual([200, '']);
    expect(Number(head.headers['content-length'])).toBe(text.length);
    const port = office.port;
    const asked = get({ host: '127.0.0.1', port, path: `/runs/${id}/changes.patch` });
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    await once(response, 'readable');
    response.destroy();
    await office.client.get('/livez');
    expect((await patchOf(id)).text).toBe(text);
    expect(office.log.filter((line) => line.includes('changes.patch'))).toEqual([]);
  });

  it('is that of the workspace, whatever links lead there', async () => {
    await put('a.txt', 'one\n');
    await symlink('a.txt', `${workspace()}/way`);
    const { id } = await run('echo two >> way', 'rm way');
    expect((await changesOf(id)).body.files.map(({ path, kind }) => [path, kind])).toEqual([
      ['a.txt', 'modified'],
      ['way', 'deleted'],
    ]);
    expect(await readFile(`${workspace()}/a.txt`, 'utf8')).toBe('one\ntwo\n');
    expectApplies((await patchOf(id)).text);
  });

  it('is refused with the reason when there is no such run or file', async () => {
    const { id } = await run('echo x > a.txt', 'true');
    for (const odd of [
      'run_none',
      '..',
      '%2e%2e%2f',
      'a%00b',
      "'; DROP TABLE runs; --",
      '%F0%9F%92%A5',
    ]) {
      const name = encodeURIComponent(decodeURIComponent(odd)).replaceAll('%00', '%EF%BF%BD');
      for (const part of ['changes', 'changes.patch']) {
        const answer = await office.client.get<object>(`/runs/${name}/${part}`);
        const error = `No run "${decodeURIComponent(name)}".`;
        if (odd !== '..') expect([answer.status, answer.body]).toEqual([404, { error }]);
        else expect(answer.status).toBe(404);
      }
    }
    expect((await office.client.get('/runs/%ZZ/changes')).status).toBe(404);
    const missing = await patchOf(id, '?path=a.txt&path=..%2Fa.txt');
    expect([missing.status, missing.body]).toEqual([
      404,
      { error: `Run "${id}" did not change "../a.txt".` },
    ]);
    expect((await patchOf(id, '?path=')).status).toBe(404);
    expect((await patchOf(id, `?${'path=a.txt&'.repeat(1200)}path=b.txt`)).status).toBe(404);
  });

  // The last one: the office has the states open that are removed.
  it('is refused with the reason when its states are not kept any more', async () => {
    const { id: other } = await run('echo y > b.txt', 'true');
    const states = `${office.directory}/data/snapshots`;
    for (const name of await readdir(states)) await rm(`${states}/${name}`, { recursive: true });
    for (const answer of [await changesOf(other), await patchOf(other)]) {
      expect([answer.status, answer.body]).toEqual([
        400,
        {
          error: `Run "${other}" wrote files whose states are not recorded here, or not any more.`,
        },
      ]);
    }
  });
});
