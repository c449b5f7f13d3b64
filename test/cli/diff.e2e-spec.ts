import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunChanges } from '../../src/protocol/records/change-review.js';
import type { TurnDiff } from '../../src/protocol/records/file-changes.js';
import { callsTools, offerPipeline } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { type ProgramResult, repositoryRoot, runProgram } from '../support/run-program.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';

const program = join(repositoryRoot, 'dist/cli/office.js');
const token = 's3cret';

/** The built command line at an office that wants a token. */
describe('office diff', () => {
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let pipelineId: string;
  const known = new Set<string>();
  const workspace = (): string => `${office.directory}/work`;
  const applied = (): string => `${office.directory}/applied`;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_API_TOKEN: token,
      OFFICE_WORKSPACE: './work',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      PATH: process.env.PATH,
    });
    const headers = { authorization: `Bearer ${token}` };
    socket = await office.client.connect({ headers });
  });
  beforeEach(async () => {
    pipelineId = offerPipeline(office, { kind: 'build', roleIds: ['backend-dev-1'] });
    for (const place of [workspace(), applied()]) {
      await rm(place, { recursive: true, force: true });
      await mkdir(place, { recursive: true });
    }
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  async function run(command: string): Promise<string> {
    provider.respondWith(callsTools(['run_shell', { command }]));
    socket.send({ type: 'submit', brief: 'Build it', pipelineId });
    const { run: done } = await socket.waitFor(
      'run.updated',
      ({ run: each }) => each.status === 'done' && !known.has(each.id),
    );
    known.add(done.id);
    return done.id;
  }

  /** A line of a shell in the directory in which patches are applied; `office` is the program. */
  function shell(line: string): Promise<ProgramResult> {
    const env = {
      HOST: '127.0.0.1',
      PORT: String(office.port),
      OFFICE_API_TOKEN: token,
      GIT_CEILING_DIRECTORIES: office.directory,
    };
    const script = `set -o pipefail; office() { node ${program} "$@"; }; ${line}`;
    return runProgram('bash', ['-c', script], { cwd: applied(), env });
  }

  it('prints what git takes, of any size and any bytes', async () => {
    const id = await run(
      [
        String.raw`printf 'caf\351\n' > latin; printf '\0\1' > bytes; printf 'a\rb\r\n' > ends`,
        'for i in 1 2 3 4; do seq 1 60000 > numbers$i; done; ln -s latin way',
      ].join('; '),
    );
    const done = await shell(`office diff ${id} > ../change.patch && git apply ../change.patch`);
    expect(done.code).toBe(0);
    expect((await stat(`${office.directory}/change.patch`)).size).toBeGreaterThan(1_000_000);
    expect(await shell('diff -r --no-dereference . ../work')).toMatchObject({ code: 0 });
    // Records of turns have a part of that, whole files of it.
    const turns = await shell(`rm -r *; office diff ${id} --turns | git apply --whitespace=nowarn`);
    expect(turns.stderr).toContain('Without --turns the change is whole.');
    expect(turns.code).toBe(0);
    expect((await readFile(`${applied()}/bytes`)).toString('hex')).toBe('0001');
  });

  it('ends quietly when it is read no further, and not when it cannot be written', async () => {
    const id = await run('for i in 1 2 3 4; do seq 1 60000 > numbers$i; done');
    expect(await shell(`office diff ${id} | head -n 1`)).toEqual({
      code: 0,
      stdout: 'diff --git a/numbers1 b/numbers1\n',
      stderr: '',
    });
    for (const flags of ['', '--json', '--turns --json']) {
      expect(await shell(`office diff ${id} ${flags} | true`)).toMatchObject({
        code: 0,
        stderr: '',
      });
    }
    const full = await shell(`office diff ${id} > /dev/full`);
    expect(full.code).toBe(1);
    expect(full.stderr).toContain('ENOSPC');
  });

  it('prints a record with --json, and what each turn changed with --turns', async () => {
    await writeFile(`${workspace()}/a.txt`, 'one\n');
    const id = await run('echo two >> a.txt');
    const record = await shell(`office diff ${id} --json`);
    expect(JSON.parse(record.stdout) as RunChanges).toMatchObject({
      runId: id,
      files: [{ path: 'a.txt', kind: 'modified', added: 1, removed: 0 }],
    });
    const turn = await shell(`office diff ${id} --turns --json`);
    expect(JSON.parse(turn.stdout) as TurnDiff).toMatchObject({ files: [{ path: 'a.txt' }] });
    for (const flags of ['', '--turns', '--json']) {
      expect(await shell(`office diff run_none ${flags}`)).toEqual({
        code: 1,
        stdout: '',
        stderr: 'No run "run_none".\n',
      });
    }
  });
});
