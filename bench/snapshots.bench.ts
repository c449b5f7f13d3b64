import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ChildStarter } from '../src/platform/process/child-starter.js';
import { runChild } from '../src/platform/process/run-child.js';
import { netChange } from '../src/runs/changes/run-diff.service.js';
import { ShadowRepository } from '../src/runs/changes/shadow-repository.js';
import { treeDiff } from '../src/runs/changes/tree-diff.js';
import type { TurnRecord } from '../src/protocol/records/work.js';
import { type Finding, atMost, median, ms, processorTime } from './support/measure.js';

const files = 5000;
const rounds = 15;
const firstTargetMs = 10_000;
const targetMs = 250;
/** Memory held by the bench itself, MB, and number of git starts per method. */
const heldMb = 300;
const starts = 40;
/** Files in the change of a run; maximum memory for it, MB. */
const changedFiles = 2000;
const changeTargetMs = 2000;
const changeTargetMb = 64;
const startTarget = 0.5;

/** The wall-clock cost of recording the state of a workspace of 5,000 files. */
export default async function snapshotsBench(): Promise<readonly Finding[]> {
  const directory = await mkdtemp(path.join(tmpdir(), 'office-bench-'));
  try {
    return [...(await measured(directory)), ...(await wholeChange(directory))];
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function measured(directory: string): Promise<readonly Finding[]> {
  const workspace = path.join(directory, 'workspace');
  for (let at = 0; at < 50; at += 1)
    await mkdir(path.join(workspace, `d${at}`), { recursive: true });
  const nameOf = (at: number): string => path.join(workspace, `d${at % 50}`, `f${at}.txt`);
  for (let at = 0; at < files; at += 1) await writeFile(nameOf(at), `file ${at}\n`.repeat(100));
  const place = { gitDirectory: path.join(directory, 'shadow'), workspace };
  const shadow = new ShadowRepository(place, () => ({ PATH: process.env.PATH ?? '' }));
  const first = await timeOf(() => shadow.snapshot());
  const unchanged: number[] = [];
  const changed: number[] = [];
  const diffs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    unchanged.push(await timeOf(() => shadow.snapshot()));
    const before = await shadow.snapshot();
    await writeFile(nameOf(round), `round ${round}\n`);
    let after = '';
    changed.push(await timeOf(async () => (after = await shadow.snapshot())));
    diffs.push(
      await timeOf(async () =>
        shadow.diff({ before: before, after: after }, (await shadow.changes(before, after)).paths),
      ),
    );
  }
  return [
    atMost('the first state of 5,000 files', first, 'ms', firstTargetMs),
    atMost('a state of 5,000 files, nothing changed', median(unchanged), 'ms', targetMs),
    atMost('a state of 5,000 files, one changed', median(changed), 'ms', targetMs),
    atMost('the diff of two states', median(diffs), 'ms', targetMs),
    await startedElsewhere(),
  ];
}

/** The whole change of a run of two turns: 2,000 files, each with a patch of some 20 KB. */
async function wholeChange(directory: string): Promise<readonly Finding[]> {
  const workspace = path.join(directory, 'changed');
  await mkdir(workspace);
  const place = { gitDirectory: path.join(directory, 'change'), workspace };
  const shadow = new ShadowRepository(place, () => ({ PATH: process.env.PATH ?? '' }));
  const names = Array.from({ length: changedFiles }, (_none, at) => `f${at}.txt`);
  const states: string[] = [];
  for (const state of ['one', 'two', 'three']) {
    for (const name of names) {
      await writeFile(path.join(workspace, name), `${state} of ${name}\n`.repeat(500));
    }
    states.push(await shadow.snapshot());
  }
  const turns = states.slice(1).map((after, at) => {
    const times = { beforeAt: 2 * at, afterAt: 2 * at + 1, files: [], truncated: false };
    const diff = { before: states[at] ?? '', after, ...times };
    return { startedAt: at, wroteFiles: names, diff } as unknown as TurnRecord;
  });
  const before = process.memoryUsage().rss;
  let bytes = 0;
  const took = await timeOf(async () => {
    const change = await netChange(shadow, turns);
    bytes = (await treeDiff(shadow, change.before, change.after)).patch?.bytes ?? 0;
  });
  const held = Math.max(0, process.memoryUsage().rss - before) / 1024 / 1024;
  const size = `${Math.round(bytes / 1024 / 1024)} MB`;
  return [
    atMost(`the whole change of 2,000 files, a patch of ${size}`, took, 'ms', changeTargetMs),
    atMost(`memory taken by that`, held, 'MB', changeTargetMb),
  ];
}

/**
 * The cost of starting git for a large process that lets another process start it, and for one that
 * starts it itself.
 */
async function startedElsewhere(): Promise<Finding> {
  const held = Buffer.alloc(heldMb * 1024 * 1024, 1);
  const command = {
    file: 'git',
    args: ['--version'],
    cwd: tmpdir(),
    environment: { PATH: process.env.PATH ?? '' },
    timeoutMs: 30_000,
    output: { head: 1000 },
    startsNothing: true,
  };
  const starter = new ChildStarter();
  const signal = new AbortController().signal;
  const elsewhere: number[] = [];
  const itself: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    elsewhere.push(await processorTime(() => starter.run(command)));
    itself.push(await processorTime(() => runChild({ ...command, signal })));
  }
  return atMost(
    `processor time to have git started, ${held.length >> 20} MB more resident`,
    median(elsewhere) / median(itself),
    'of starting it',
    startTarget,
    { ours: ms(median(elsewhere)), other: ms(median(itself)) },
  );
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
