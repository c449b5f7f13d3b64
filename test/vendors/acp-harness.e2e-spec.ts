import { describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { vendorTexts } from '../../src/protocol/texts/vendors.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { harness, harnessOf, inWorkspace } from './engage.js';
import { exampleAgent } from './example-agent.js';

const at = temporaryDirectory();

function agent(behaviour: string) {
  return harness('raw-agent', { transport: 'acp' }, behaviour);
}

async function answerOf(behaviour: string, options: Parameters<typeof inWorkspace>[1] = {}) {
  return (await agent(behaviour).delegate(inWorkspace(at(), options))).content;
}

describe('the example agent of the protocol', () => {
  const example = () => harnessOf(exampleAgent.command, exampleAgent);

  it('asks a person before it acts, and reports', async () => {
    const context = inWorkspace(at(), { answer: { approved: true, reason: null } });
    const harnessed = example();
    const result = await harnessed.delegate(context);
    expect(context.asked).toMatchObject([
      { kind: 'network', summary: 'Example wants to Modifying critical configuration file' },
    ]);
    expect(context.asked[0]?.detail).toContain('new-host');
    expect(result).toMatchObject({ ok: true, affectsPaths: [] });
    expect(result.content).toContain("I've successfully updated the configuration.");
    expect(result.content).toContain(vendorTexts.pathsOutside(1));
    expect(harnessed.vendor()).toMatchObject({ status: 'docked', engagements: 1 });
  });

  it('skips what the person declines', async () => {
    const { content } = await example().delegate(inWorkspace(at()));
    expect(content).toContain("I'll skip the configuration update.");
  });
});

describe('an agent', () => {
  it('reads files of the workspace only, by lines if it likes, and writes none', async () => {
    await writeFile(at('note.txt'), 'one\ntwo\nthree');
    const content = await answerOf('files');
    expect(content).toContain(
      '{"content":"one\\ntwo\\nthree"} {"content":"two"} -32001 -32001 -32001 -32601',
    );
  });

  it('is allowed once, not always', async () => {
    const content = await answerOf('permission', { answer: { approved: true, reason: null } });
    expect(content).toContain('{"outcome":"selected","optionId":"once"}');
  });

  it('is refused where it takes a yes for always only', async () => {
    const context = inWorkspace(at(), { answer: { approved: true, reason: null } });
    const { content } = await agent('always').delegate(context);
    expect(content).toContain('{"outcome":{"outcome":"cancelled"}}');
    expect(context.asked).toEqual([]);
  });

  it('has a person see the arguments, and what a yes will be told as', async () => {
    const context = inWorkspace(at(), { answer: { approved: false, reason: null } });
    await agent('permission').delegate(context);
    expect(context.asked[0]?.detail).toContain('"command": "rm -rf ."');
    expect(context.asked[0]?.detail).toContain('A yes is told as: Once');
  });

  it('has its changes told, not what it looked at', async () => {
    expect(await agent('actions').delegate(inWorkspace(at()))).toMatchObject({
      ok: true,
      affectsPaths: ['src/made.ts'],
      content: expect.stringContaining(vendorTexts.pathsOutside(1)),
    });
  });

  it('speaks for its own session only', async () => {
    const content = await answerOf('foreign');
    expect(content).toBe('Helper reports:\n\n-32001');
  });

  it('may write lines that are no messages', async () => {
    expect(await answerOf('garbage')).toBe('Helper reports:\n\nstill here');
  });

  it('may write more than is kept', async () => {
    expect(await answerOf('flood')).toMatch(/x… \[answer truncated|x\n… \[answer truncated/);
  });

  it('that asks for more than it reads is given up', async () => {
    await writeFile(at('large.txt'), 'x'.repeat(2 * 1024 * 1024));
    expect(await answerOf('greedy')).toContain('the process does not read its input');
  });

  it.each([
    ['refuse', 'the agent refused the task'],
    ['mute', 'the agent finished (end_turn) without producing any answer'],
    ['version', 'the agent speaks version 7 of the protocol'],
    ['auth', 'the agent requires authentication, which this service cannot supply.'],
  ])('that does not answer (%s) has failed', async (behaviour, reason) => {
    const helper = agent(behaviour);
    const { ok, content } = await helper.delegate(inWorkspace(at()));
    expect(ok).toBe(false);
    expect(content).toContain(reason);
    expect(helper.vendor()).toMatchObject({ status: 'errored' });
  });

  it('that exits has failed with the end of its standard error', async () => {
    expect(await answerOf('die')).toMatch(
      /the agent stopped: .* exited with code 9\nfatal: no more tokens/,
    );
  });

  it('that does not finish is stopped, and its output is reported', async () => {
    const { content } = await agent('hang').delegate(inWorkspace(at()), {
      task: 'x',
      timeoutMs: 1000,
    });
    expect(content).toContain('the agent did not finish within 1000ms');
    expect(content).toContain('working on it');
  });

  it('is stopped when the run is cancelled', async () => {
    const helper = agent('hang');
    const cancelling = new AbortController();
    const delegated = helper.delegate(inWorkspace(at(), { signal: cancelling.signal }));
    cancelling.abort();
    expect((await delegated).content).toContain('(aborted after');
    expect(helper.vendor()).toMatchObject({ status: 'docked', lastError: null });
  });

  it('that is not there could not be started', async () => {
    const missing = harnessOf('/no/such/agent', {
      transport: 'acp',
      capabilities: { readOnlyEnforcement: 'client' },
    });
    const { content } = await missing.delegate(inWorkspace(at()));
    expect(content).toMatch(/\(unstartable .* could not start the ACP agent: .*ENOENT/);
  });
});
