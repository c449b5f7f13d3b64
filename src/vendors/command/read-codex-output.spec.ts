import { describe, expect, it } from '@jest/globals';
import { looksLikePath } from './reported-paths.js';
import { readCodexOutput } from './read-codex-output.js';

function output(...events: unknown[]): string {
  return events.map((event) => JSON.stringify(event)).join('\n');
}

const message = (text: string) => ({
  type: 'item.completed',
  item: { type: 'agent_message', text },
});

describe('readCodexOutput', () => {
  it('joins the completed messages', () => {
    const stdout = output({ type: 'turn.started' }, message('One.'), message('\u001b[1mTwo.'));
    expect(readCodexOutput(stdout)).toEqual({
      text: 'One.\n\nTwo.',
      paths: [],
      turnStatus: null,
      parsed: true,
    });
  });

  it('reads the older form', () => {
    const stdout = output({ id: '0', msg: { type: 'agent_message', message: 'Hello.' } });
    expect(readCodexOutput(stdout)).toMatchObject({ text: 'Hello.', parsed: true });
  });

  it('joins the pieces where no message was completed', () => {
    const stdout = output(
      { msg: { type: 'agent_message_delta', delta: 'Hel' } },
      { method: 'item/agentMessage/delta', params: { delta: 'lo.' } },
      { type: 'exec_output_delta', delta: 'not this' },
    );
    expect(readCodexOutput(stdout)).toMatchObject({ text: 'Hello.', parsed: true });
  });

  it('gives the output as it came where there is nothing to read', () => {
    expect(readCodexOutput('plain words\n')).toEqual({
      text: 'plain words',
      paths: [],
      turnStatus: null,
      parsed: false,
    });
  });

  it('keeps how the turn ended', () => {
    expect(readCodexOutput(output(message('x'), { type: 'turn.failed' })).turnStatus).toBe(
      'failed',
    );
    expect(readCodexOutput(output({ turn: { status: 'interrupted' } })).turnStatus).toBe(
      'interrupted',
    );
  });

  it('finds paths however deep, each once', () => {
    const stdout = output(
      { item: { changes: [{ path: 'src/a.ts' }, { path: 'src/a.ts' }] } },
      { msg: { call: { filePath: 'b.ts', target: 'https://example.org/c.ts' } } },
      message('path: "d.ts"'),
    );
    expect(readCodexOutput(stdout).paths).toEqual(['src/a.ts', 'b.ts']);
  });
});

describe('looksLikePath', () => {
  it.each(['src/a.ts', 'README.md', '/etc/passwd', '..\\x'])('%j does', (text) => {
    expect(looksLikePath(text)).toBe(true);
  });

  it.each(['', 'word', 'http://x/y', 'a\nb/c', `${'x/'.repeat(300)}`])('%j does not', (text) => {
    expect(looksLikePath(text)).toBe(false);
  });
});
