import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import type { RunChanges } from '../../src/protocol/records/change-review.js';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { fuzzCases } from '../support/held-loop.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import {
  ScriptedProvider,
  type ScriptedRequest,
} from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { type Call, callsOf } from '../support/workspaces/deed-calls.js';
import { contentsOf, deeds, layOut } from '../support/workspaces/random-workspace.js';
import { carryOut, offerPipeline, promptOf, toolResultsIn } from './support/commission.js';

const cases = fuzzCases(0.003);
jest.setTimeout(60_000 + cases * 30_000);

type Test = (name: string) => boolean;

/** What one employee does. */
const work = fc.array(
  fc.tuple(deeds, fc.boolean()).map(([deed, isByShell]) => callsOf(deed, isByShell)),
  { minLength: 1, maxLength: 5 },
);

describe('what employees do side by side, by shell and tools', () => {
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let root: string;
  let pipelineId: string;
  let round = 0;
  const heard = new Set<string>();

  const git = (...args: string[]): string => {
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'core.quotePath=false'];
    return execFileSync('git', [...who, ...args], { cwd: root, encoding: 'utf8' });
  };

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_WORKSPACE: './workspace',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      PATH: process.env.PATH,
    });
    socket = await office.client.connect();
    root = `${office.directory}/workspace`;
    await rm(root, { recursive: true, force: true });
    await mkdir(root);
    layOut(root);
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('add', '-f', 'kept.log');
    git('commit', '-qm', 'first');
    await cp(root, `${office.directory}/template`, { recursive: true, preserveTimestamps: true });
    const roleIds = ['backend-dev-1', 'frontend-dev-1'];
    pipelineId = offerPipeline(office, { kind: 'build', mode: 'parallel', roleIds });
    // Nobody is there to allow it.
    await office.client.put('/api/workspaces/default', { visibleSecrets: ['.env'] });
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  /** Each employee that asks takes one of the lists. */
  async function run(lists: readonly (readonly (readonly Call[])[])[]): Promise<RunDetail> {
    const waiting: (readonly (readonly Call[])[])[] = [...lists];
    const own = new Map<string, readonly (readonly Call[])[]>();
    provider.respondWith((request: ScriptedRequest) => {
      const prompt = promptOf(request);
      const list = own.get(prompt) ?? waiting.shift() ?? [];
      own.set(prompt, list);
      const done = toolResultsIn(request).length;
      const calls = list.flatMap((each, index) => {
        const earlier = list.slice(0, index).flat().length;
        return earlier === done ? each : [];
      });
      if (calls.length === 0) return { text: ['Done.'] };
      const toolCalls = calls.map(([name, args], index) => ({
        id: `call_${done + index}`,
        ...{ name, args: [JSON.stringify(args)] },
      }));
      return { toolCalls };
    });
    return carryOut(office, socket, { pipelineId });
  }

  it('is shown, delivered and taken back exactly', async () => {
    await fc.assert(
      fc.asyncProperty(work, work, async (one, other) => {
        round += 1;
        await rm(root, { recursive: true });
        await cp(place('template'), root, { recursive: true, preserveTimestamps: true });
        const before = contentsOf(root);
        const ignored = new Set(namesIn(git('ls-files', '-oiz', '--exclude-standard')));
        const { id, turns } = await run([one, other]);
        const { body } = await office.client.get<RunChanges>(`/runs/${id}/changes`);
        const unheld = [...body.unrecorded, ...turns.flatMap(({ diff }) => diff?.unrecorded ?? [])];
        const isAside = (name: string): boolean =>
          ignored.has(name) ||
          unheld.some((each) => each === name || (each.endsWith('/') && name.startsWith(each)));
        if (body.files.length > 0) await expectPatch(id, isAside);
        await expectBranch(id, (name) => ignored.has(name));
        await expectTakenBack(id, before, isAside, unheld.length > 0);
      }),
      { numRuns: cases, endOnFailure: true },
    );
  });

  it('delivers and takes back what was hidden from git when a colleague ended', async () => {
    round += 1;
    await rm(root, { recursive: true });
    await cp(place('template'), root, { recursive: true, preserveTimestamps: true });
    const before = contentsOf(root);
    const ignored = new Set(namesIn(git('ls-files', '-oiz', '--exclude-standard')));
    const shell = (command: string): readonly Call[] => [['run_shell', { command }]];
    const [made, ended] = [place('made'), place('ended')];
    const until = (file: string): string => `until [ -e '${file}' ]; do sleep 0.05; done`;
    const author = [
      shell(`echo 'd/' > .gitignore; echo new > d/hidden.txt; touch '${made}'; ${until(ended)}`),
      shell('git checkout .gitignore'),
    ];
    const colleague = [shell(`${until(made)}; echo own > own.txt`)];
    void socket.waitFor('turn.finished').then(() => writeFile(ended, ''));
    const { id } = await run([author, colleague]);
    const branch = await expectBranch(id, (name) => ignored.has(name));
    expect(namesIn(git('ls-tree', '-rz', '--name-only', branch ?? 'main'))).toContain(
      'd/hidden.txt',
    );
    await expectTakenBack(id, before, () => false, false);
  });

  it('delivers and takes back what a colleague made git show while its author was at work', async () => {
    round += 1;
    await rm(root, { recursive: true });
    await cp(place('template'), root, { recursive: true, preserveTimestamps: true });
    const before = contentsOf(root);
    const ignored = new Set(namesIn(git('ls-files', '-oiz', '--exclude-standard')));
    const shell = (command: string): readonly Call[] => [['run_shell', { command }]];
    const [made, shown] = [place(`made-${round}`), place(`shown-${round}`)];
    const until = (file: string): string => `until [ -e '${file}' ]; do sleep 0.05; done`;
    const author = [
      shell(
        `printf 'd/\\nx/\\n' > .gitignore; echo new > d/hidden.txt; mkdir x; echo new > x/y.txt`,
      ),
      shell(`touch '${made}'; ${until(shown)}`),
    ];
    const colleague = [shell(until(made)), shell(`git checkout .gitignore; touch '${shown}'`)];
    const { id } = await run([author, colleague]);
    const branch = await expectBranch(id, (name) => ignored.has(name));
    const names = namesIn(git('ls-tree', '-rz', '--name-only', branch ?? 'main'));
    expect(names).toEqual(expect.arrayContaining(['d/hidden.txt', 'x/y.txt']));
    await expectTakenBack(id, before, () => false, false);
  });

  /** Applied to the files that were there before, the patch makes those that are there. */
  async function expectPatch(id: string, isAside: Test): Promise<void> {
    const { port } = office;
    const answer = await fetch(`http://127.0.0.1:${port}/runs/${id}/changes.patch`);
    const copy = place(`applied-${round}`);
    cpSync(place('template'), copy, { recursive: true });
    await rm(`${copy}/.git`, { recursive: true });
    const aside = Object.keys({ ...contentsOf(copy), ...contentsOf(root) }).filter(isAside);
    execFileSync('git', ['apply', '--whitespace=nowarn', ...aside.map(excluding), '-'], {
      ...{ cwd: copy, input: Buffer.from(await answer.arrayBuffer()) },
      env: { PATH: process.env.PATH, GIT_CEILING_DIRECTORIES: office.directory },
    });
    expect(filesOf(contentsOf(copy), isAside)).toEqual(filesOf(contentsOf(root), isAside));
  }

  /** Answers null where the run changed no file. */
  async function expectBranch(id: string, isAside: Test): Promise<string | null> {
    const branch = `office/${round}`;
    socket.send({ type: 'deliverRun', runId: id, branch });
    const message = await told(id, `run ${id} was delivered: branch ${branch}`);
    const copy = place(`copy-${round}`);
    cpSync(`${root}/.git`, copy, { recursive: true });
    const of = [`--git-dir=${copy}`, `--work-tree=${root}`];
    git(...of, 'read-tree', 'HEAD');
    git(...of, 'add', '-A');
    const tree = git(...of, 'write-tree').trim();
    const listed = (...args: string[]) =>
      namesIn(git(...args)).filter((line) => !isAside(line.replace(/^[^\t]*\t/, '')));
    if (message.includes('changed no file')) {
      expect(listed(...of, 'ls-tree', '-rz', tree)).toEqual(listed('ls-tree', '-rz', 'main'));
      return null;
    }
    expect(listed('ls-tree', '-rz', branch)).toEqual(listed(...of, 'ls-tree', '-rz', tree));
    return branch;
  }

  /** Refused only where something changed that no state holds; nothing changes then. */
  async function expectTakenBack(
    id: string,
    before: Record<string, string>,
    isAside: Test,
    mayRefuse: boolean,
  ): Promise<void> {
    const between = contentsOf(root);
    socket.send({ type: 'revertRun', runId: id });
    const message = await told(id, `run ${id} was reverted: `);
    const after = contentsOf(root);
    if (message.includes('is not reverted')) {
      expect({ message, mayRefuse }).toMatchObject({ mayRefuse: true });
      expect(after).toEqual(between);
      return;
    }
    const isDirectory = (name: string) =>
      Object.keys(after).some((each) => each.startsWith(`${name}/`) && isAside(each));
    const others = (contents: Record<string, string>): object =>
      Object.fromEntries(
        Object.entries(contents).filter(([name]) => !isAside(name) && !isDirectory(name)),
      );
    expect(others(after)).toEqual(others(before));
  }

  /** The log line, or the refusal of it. */
  async function told(id: string, part: string): Promise<string> {
    const { message } = await Promise.race([
      socket.waitFor('log', (line) => line.message.includes(part)),
      socket.waitFor('error', (line) => line.message.includes(id) && !heard.has(line.message)),
    ]);
    heard.add(message);
    return message;
  }

  const place = (name: string): string => `${office.directory}/${name}`;
});

/** An option that leaves a path out; names of the trees hold characters of patterns. */
const excluding = (name: string): string =>
  `--exclude=${name.replaceAll(/[*?[\]\\]/g, String.raw`\$&`)}`;

const namesIn = (listed: string): readonly string[] =>
  listed.split('\0').filter((name) => name !== '');

/** What git says of files and links. */
function filesOf(contents: Record<string, string>, isAside: Test): object {
  return Object.fromEntries(
    Object.entries(contents)
      .filter(([name, what]) => !isAside(name) && !what.startsWith('directory'))
      .map(([name, what]) => [name, what.replace(/^file (\d+)/, (_all, mode) => modeOf(mode))]),
  );
}

const modeOf = (mode: string): string =>
  (Number.parseInt(mode, 8) & 0o100) === 0 ? 'file' : 'program';
