import { describe, expect, it } from '@jest/globals';
import { chown, mkdir, readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { vendorTexts } from '../../src/protocol/texts/vendors.js';
import { isRunning } from '../support/is-running.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { harness, harnessOf, inWorkspace, type Harness } from './engage.js';

const at = temporaryDirectory();
const approving = { answer: { approved: true, reason: null } };

/** What the harness `teller` tells of how it was called. */
async function reported(reader: Harness, args?: Record<string, unknown>, options = {}) {
  const { content } = await reader.delegate(inWorkspace(at(), options), args);
  return JSON.parse(content.slice(content.indexOf('{'))) as Record<string, unknown>;
}

describe('a harness that is a command', () => {
  it('gets the task as its last argument, in the workspace, and answers without escapes', async () => {
    const reader = harness('teller');
    const result = await reader.delegate(inWorkspace(at()), { task: 'count the files' });
    expect(result.ok).toBe(true);
    expect(result.content).toMatch(/^Helper reports:\n\n\{/);
    expect(result.preview).toMatch(/^Helper: ok \(\d+ms\); spend unknown$/);
    expect(await reported(reader, { task: 'count the files' })).toEqual({
      args: ['count the files'],
      input: '',
      cwd: at(),
    });
    expect(reader.vendor()).toMatchObject({ status: 'docked', engagements: 2, lastError: null });
  });

  it('gets the task as its input where that is configured', async () => {
    const reader = harness('teller', { promptTransport: 'stdin' });
    expect(await reported(reader, { task: 'count' })).toMatchObject({ args: [], input: 'count' });
  });

  it('is not handed a task that reads as an option', async () => {
    expect((await reported(harness('teller'), { task: '--yolo' })).args).toEqual(['Task: --yolo']);
  });

  it('inherits no credentials and is given what the operator wrote', async () => {
    const reader = harness('teller', { env: { GRANTED: 'yes', PROVIDER_API_KEY: 'its own' } });
    expect(await reported(reader)).toMatchObject({ GRANTED: 'yes', PROVIDER_API_KEY: 'its own' });
    expect(await reported(harness('teller'))).not.toHaveProperty('PROVIDER_API_KEY');
  });

  it('may use git where another account owns the workspace, besides what it was given', async () => {
    const isRoot = process.geteuid?.() === 0;
    await mkdir(at('theirs'));
    if (isRoot) await chown(at('theirs'), 12_345, 12_345);
    const given = {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'user.name',
      GIT_CONFIG_VALUE_0: 'Helper',
    };
    const { content } = await harness('teller', { env: given }).delegate(inWorkspace(at('theirs')));
    const told = JSON.parse(content.slice(content.indexOf('{'))) as object;
    expect(told).toMatchObject(
      isRoot
        ? { GIT_CONFIG_COUNT: '2', GIT_CONFIG_VALUE_1: at('theirs') }
        : { GIT_CONFIG_COUNT: '1' },
    );
  });

  it('is asked for with a person where only its word keeps it from writing', async () => {
    const reader = harness('teller', { capabilities: { readOnlyEnforcement: 'requested' } });
    const context = inWorkspace(at(), approving);
    const { content } = await reader.delegate(context, { task: 'first line\nsecond line' });
    expect(context.asked).toMatchObject([
      { kind: 'network', summary: 'Engage Helper: first line' },
    ]);
    expect(content).toContain(
      JSON.stringify(`${vendorTexts.readOnlyInstruction}\n\nfirst line\nsecond line`),
    );
  });

  it('is not engaged when the person declines', async () => {
    const reader = harness('teller', { capabilities: { readOnlyEnforcement: 'requested' } });
    const context = inWorkspace(at(), { answer: { approved: false, reason: 'too dear' } });
    expect((await reader.delegate(context)).content).toBe(
      `${vendorTexts.declined('Helper')}\nThe human said: too dear`,
    );
    expect(reader.vendor().engagements).toBe(0);
  });

  it('is engaged without a question where the run approves for people', async () => {
    const reader = harness('teller', { capabilities: { readOnlyEnforcement: 'requested' } });
    const context = inWorkspace(at(), { autoApproveShell: true });
    expect((await reader.delegate(context)).ok).toBe(true);
    expect(context.asked).toEqual([]);
  });

  it('is engaged once at a time', async () => {
    const sleeper = harness('sleeper');
    const cancelling = new AbortController();
    const first = sleeper.delegate(inWorkspace(at(), { signal: cancelling.signal }));
    await setImmediate();
    expect(sleeper.vendor()).toMatchObject({ status: 'engaged', activity: 'look around' });
    expect((await sleeper.delegate(inWorkspace(at()))).content).toBe(vendorTexts.busy('Helper'));
    cancelling.abort();
    expect((await first).content).toMatch(
      /^Helper did not complete the task \(aborted after \d+ms\)/,
    );
    expect(sleeper.vendor()).toMatchObject({ status: 'docked', activity: null, engagements: 0 });
  });

  it('is killed with its descendants on timeout, and its output is reported', async () => {
    const sleeper = harness('sleeper');
    const { ok, content } = await sleeper.delegate(inWorkspace(at()), { task: 'x', timeoutMs: 1 });
    expect(ok).toBe(false);
    expect(content).toContain(vendorTexts.didNotFinish(process.execPath, 1000));
    expect(content).toContain('What it had said until then:\n\nso far so good');
    const pids = (await readFile(at('pids'), 'utf8')).split(' ');
    expect(await Promise.all(pids.map(isRunning))).toEqual([false, false]);
    expect(sleeper.vendor()).toMatchObject({ status: 'errored' });
  });

  it('fails with its code and the last it said on standard error', async () => {
    const failing = harness('failing');
    const { content } = await failing.delegate(inWorkspace(at()));
    const reasons = [3, 4, 5, 6, 7].map((line) => `reason ${line}`).join('\n');
    expect(content).toContain(`exited with code 3\n${reasons}`);
    expect(failing.vendor().lastError).toContain('exited with code 3');
  });

  it('fails when it says nothing', async () => {
    const { content } = await harness('mute').delegate(inWorkspace(at()));
    expect(content).toContain('Helper exited successfully but produced no output.');
  });

  it('fails when it cannot be started', async () => {
    const missing = harnessOf('/no/such/program', {
      capabilities: { readOnlyEnforcement: 'sandbox' },
    });
    const { content } = await missing.delegate(inWorkspace(at()));
    expect(content).toMatch(
      /\(unstartable after \d+ms\): \/no\/such\/program could not start: .*ENOENT/,
    );
  });

  it('is heard for six thousand characters', async () => {
    const { content } = await harness('talker').delegate(inWorkspace(at()));
    expect(content.length).toBeLessThan(6100);
    expect(content).toMatch(/… \[answer truncated at 6000 characters\]$/);
  });

  it('answers in events, and names files: those in the workspace are kept', async () => {
    const codex = harness('codex', { outputFormat: 'codex-jsonl' });
    expect(await codex.delegate(inWorkspace(at()))).toMatchObject({
      ok: true,
      content:
        'Helper reports:\n\nFirst.\n\nSecond.\n\nFiles it reported: src/a.ts\n\n' +
        vendorTexts.pathsOutside(1),
      affectsPaths: ['src/a.ts'],
    });
  });

  it.each([
    [{}, vendorTexts.taskRequired('Helper')],
    [{ task: '  ' }, vendorTexts.taskRequired('Helper')],
    [{ task: 7 }, vendorTexts.taskRequired('Helper')],
  ])('is not engaged for %j', async (args, content) => {
    expect(await harness('teller').delegate(inWorkspace(at()), args)).toMatchObject({
      ok: false,
      content,
    });
  });

  it('is not engaged when the operator switched it off', async () => {
    const { content } = await harness('teller', { enabled: false }).delegate(inWorkspace(at()));
    expect(content).toBe(vendorTexts.offsite('Helper'));
  });
});
