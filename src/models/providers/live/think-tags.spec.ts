import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ThinkTags } from './think-tags.js';

type Where = ConstructorParameters<typeof ThinkTags>[0];

/** The result of a text that arrives in these pieces; null stands for a tool call. */
function read(pieces: readonly (string | null)[], where: Where = 'anywhere') {
  const tags = new ThinkTags(where);
  const told = pieces.flatMap((piece) => (piece === null ? tags.end() : tags.take(piece)));
  told.push(...tags.end());
  const of = (wanted: string) =>
    told.map(({ type, text }) => (type === wanted ? text : '')).join('');
  return { text: of('text'), reasoning: of('reasoning') };
}

describe('reasoning in tags', () => {
  it('is no text, and blanks around it are dropped', () => {
    const said = '\n<think>\nHm.\nWell.\n</think>\n\nForty-two.';
    const expected = { text: 'Forty-two.', reasoning: 'Hm.\nWell.\n' };
    expect(read([said])).toEqual(expected);
    expect(read([said], 'first')).toEqual(expected);
  });

  it('that is not closed goes on to the end', () => {
    expect(read(['<think>Hm. ', 'Well'])).toEqual({ text: '', reasoning: 'Hm. Well' });
  });

  it('that is not closed ends with a tool call', () => {
    expect(read(['<think>I must look', null, 'Found.'])).toEqual({
      text: 'Found.',
      reasoning: 'I must look',
    });
  });

  it('may come again between texts', () => {
    const said = '<think>a</think>One.<think>b</think> Two.';
    expect(read([said])).toEqual({ text: 'One.Two.', reasoning: 'ab' });
  });

  it('counts at the beginning only where the model is not known to write it', () => {
    const said = 'The tag <think> opens a block.';
    expect(read([said], 'first')).toEqual({ text: said, reasoning: '' });
    expect(read([' ', said], 'first').text).toBe(` ${said}`);
  });

  it('text that only looks like a tag stays', () => {
    const said = 'a <thi b < c <thinker> </think>';
    expect(read([said]).text).toBe(said);
    expect(read(['<thi']).text).toBe('<thi');
    expect(read(['<thi'], 'first').text).toBe('<thi');
  });

  const bits = fc.array(
    fc.constantFrom('<think>', '</think>', '<', 'thi', 'nk>', '/think>', ' ', '\n', 'word', 'é'),
    { maxLength: 20 },
  );
  const where = fc.constantFrom<Where>('anywhere', 'first');

  it('is the same wherever the pieces are cut', () => {
    fc.assert(
      fc.property(bits, fc.array(fc.nat(80)), where, (said, cuts, mode) => {
        const whole = said.join('');
        const at = [0, ...cuts.map((cut) => Math.min(cut, whole.length)), whole.length];
        const sorted = at.toSorted((a, b) => a - b);
        const pieces = sorted.slice(1).map((end, index) => whole.slice(sorted[index], end));
        expect(read(pieces, mode)).toEqual(read([whole], mode));
      }),
    );
  });

  it('loses nothing but tags and blanks', () => {
    fc.assert(
      fc.property(bits, where, (said, mode) => {
        const { text, reasoning } = read(said, mode);
        const count = (from: string) => from.replaceAll(/[^é]/g, '').length;
        expect(count(text) + count(reasoning)).toBe(count(said.join('')));
      }),
    );
  });
});
