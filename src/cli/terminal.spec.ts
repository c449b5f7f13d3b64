import { PassThrough } from 'node:stream';
import { describe, expect, it, jest } from '@jest/globals';
import { Terminal } from './terminal.js';

function terminal({ isTTY = false } = {}) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = Object.assign(new PassThrough(), { isTTY });
  const onInterrupt = jest.fn();
  const it = new Terminal({ input, output, onInterrupt });
  const shown = () => String(output.read() ?? '');
  return { it, input, shown, onInterrupt };
}

const notWithdrawn = new AbortController().signal;

describe('Terminal', () => {
  it('prints lines', () => {
    const { it, shown } = terminal();
    it.print(['a', 'b']);
    expect(shown()).toBe('a\nb\n');
  });

  it.each([
    ['y', 'yes'],
    [' YES ', 'yes'],
    ['n', 'no'],
    ['No', 'no'],
  ])('takes %j for %s', async (line, answer) => {
    const { it, input } = terminal();
    const asked = it.ask('ok? ', notWithdrawn);
    input.write(`${line}\n`);
    await expect(asked).resolves.toBe(answer);
    it.close();
  });

  it('asks again until it understands', async () => {
    const { it, input } = terminal();
    const asked = it.ask('ok? ', notWithdrawn);
    input.write('perhaps\n\ny\n');
    await expect(asked).resolves.toBe('yes');
    it.close();
  });

  it('keeps piped answers for the questions to come', async () => {
    const { it, input } = terminal();
    input.end('y\nn\n');
    await expect(it.ask('first? ', notWithdrawn)).resolves.toBe('yes');
    await expect(it.ask('second? ', notWithdrawn)).resolves.toBe('no');
    await expect(it.ask('third? ', notWithdrawn)).resolves.toBe('nobody');
  });

  it('does not take keys hit before a question for its answer', async () => {
    const { it, input } = terminal({ isTTY: true });
    const first = it.ask('first? ', notWithdrawn);
    input.write('y\r');
    await expect(first).resolves.toBe('yes');
    input.write('y\r');
    const second = it.ask('second? ', notWithdrawn);
    input.write('n\r');
    await expect(second).resolves.toBe('no');
    it.close();
  });

  it('gives a withdrawn question up', async () => {
    const { it } = terminal();
    const withdrawal = new AbortController();
    const asked = it.ask('ok? ', withdrawal.signal);
    withdrawal.abort();
    await expect(asked).resolves.toBe('nobody');
    await expect(it.ask('ok? ', withdrawal.signal)).resolves.toBe('nobody');
    it.close();
  });

  it('hands Ctrl-C over while a question stands', async () => {
    const { it, input, onInterrupt } = terminal({ isTTY: true });
    const withdrawal = new AbortController();
    const asked = it.ask('ok? ', withdrawal.signal);
    input.write('\u0003');
    withdrawal.abort();
    await asked;
    expect(onInterrupt).toHaveBeenCalledTimes(1);
    it.close();
  });

  it('shows the question again below lines that came in between', async () => {
    const { it, input, shown } = terminal({ isTTY: true });
    const asked = it.ask('ok? ', notWithdrawn);
    shown();
    it.print(['news']);
    expect(shown()).toMatch(/news\n.*ok\? /s);
    input.write('y\r');
    await asked;
    it.close();
  });
});
