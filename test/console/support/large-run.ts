import type { Page } from 'playwright-core';
import type { RunChanges } from '#protocol/records/change-review.js';
import type { RunDetail } from '#protocol/records/work.js';
import { sampleRun, sampleStage, sampleTurn } from '../../support/sample-records.js';

const id = 'run_large';
const stageId = 'stage_0000000001';
const turnId = 'turn_0000000001';

/** An ended run that changed many files and has a turn with a long log. */
export const largeRun = {
  path: `runs/${id}`,
  files: 2000,
  logBytes: 300_000,
  lastLine: 'The last line.',
};

/** Answers what the page asks about the run; no service has such a one at hand. */
export async function serveLargeRun(page: Page): Promise<void> {
  const json = (body: unknown) => ({ contentType: 'application/json', body: JSON.stringify(body) });
  await page.route(`**/api/runs/${id}`, (route) => route.fulfill(json(detail())));
  await page.route(`**/runs/${id}/changes?*`, (route) => route.fulfill(json(changes())));
  await page.route(`**/runs/${id}/changes`, (route) => route.fulfill(json(changes())));
  await page.route(`**/runs/${id}/changes/actions*`, (route) =>
    route.fulfill(json({ runId: id, actions: [] })),
  );
  await page.route(`**/runs/${id}/comments*`, (route) => route.fulfill(json([])));
  await page.route(`**/runs/${id}/changes.patch*`, (route) => {
    const path = new URL(route.request().url()).searchParams.get('path') ?? '';
    return route.fulfill({ contentType: 'text/plain', body: patchOf(path) });
  });
}

function detail(): RunDetail {
  const text = log();
  const diff = { files: [], truncated: true, before: 'a', after: 'b' };
  const turn = sampleTurn({
    id: turnId,
    runId: id,
    stageId,
    status: 'done',
    endedAt: 2000,
    text,
    diff,
  });
  const stage = sampleStage({
    id: stageId,
    runId: id,
    status: 'done',
    startedAt: 1000,
    turnIds: [turnId],
  });
  const run = sampleRun({ id, status: 'done', endedAt: 2000, outcome: 'Done.', stages: [stage] });
  return { ...run, turns: [turn], artifacts: [], approvals: [], cachedShare: null, evidence: [] };
}

function log(): string {
  const line = (number: number) =>
    `${number} compiled src/part-${number % 97}.ts in ${number % 13} ms\n`;
  let text = '';
  for (let number = 0; text.length < largeRun.logBytes; number += 1) text += line(number);
  return `${text}${largeRun.lastLine}`;
}

function pathOf(number: number): string {
  return `src/folder-${number % 40}/file-${number}.ts`;
}

function changes(): RunChanges {
  const paths = Array.from({ length: largeRun.files }, (_each, number) =>
    pathOf(number),
  ).toSorted();
  const files = paths.map((path) => ({
    ...{ path, kind: 'modified' as const, added: 20, removed: 20 },
    ...{ patchBytes: patchOf(path).length, content: path },
  }));
  const patchBytes = files.reduce((sum, file) => sum + file.patchBytes, 0);
  return { runId: id, atWork: false, version: 'v', files, patchBytes, unrecorded: [], notes: [] };
}

function patchOf(path: string): string {
  const lines = Array.from({ length: 20 }, (_each, at) => `const value${at} = ${at};`);
  return [
    `diff --git a/${path} b/${path}`,
    ...[`--- a/${path}`, `+++ b/${path}`, '@@ -1,20 +1,20 @@'],
    ...lines.map((line) => `-${line}`),
    ...lines.map((line) => `+${line.replace('const', 'let')}`),
    '',
  ].join('\n');
}
