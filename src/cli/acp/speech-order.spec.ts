import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { editorTexts } from '../../protocol/texts/editor.js';
import { SpeechOrder, type SpokenPiece } from './speech-order.js';

function order(...turns: readonly string[]): SpeechOrder {
  const speech = new SpeechOrder();
  for (const turn of turns) speech.begin(turn, `${turn} speaks`);
  return speech;
}

const written = (pieces: readonly SpokenPiece[]): string =>
  pieces.map(({ text, kind }) => (kind === 'thought' ? `(${text})` : text)).join('');

describe('SpeechOrder', () => {
  it('tells one who speaks as it comes, with who it is', () => {
    const speech = order('a');
    expect(written(speech.think('a', 'hm'))).toBe('(hm)');
    expect(written(speech.say('a', 'Hel'))).toBe('**a speaks**\n\nHel');
    expect(written(speech.say('a', 'lo'))).toBe('lo');
    expect(written(speech.finish('a', 'Hello, you'))).toBe(', you\n\n');
  });

  it('holds others back until it is their turn', () => {
    const speech = order('a', 'b', 'c');
    expect(speech.say('b', 'B1')).toEqual([]);
    expect(speech.think('b', 'why')).toEqual([]);
    expect(written(speech.say('a', 'A'))).toBe('**a speaks**\n\nA');
    expect(speech.finish('c', 'C')).toEqual([]);
    expect(written(speech.finish('a', 'A'))).toBe('\n\n(why)**b speaks**\n\nB1');
    expect(written(speech.say('b', 'B2'))).toBe('B2');
    expect(written(speech.finish('b', 'B1B2'))).toBe('\n\n**c speaks**\n\nC\n\n');
  });

  it.each([
    ['of several calls', ['one', null, 'two'], 'one\n\ntwo', 'one\n\ntwo\n\n'],
    ['that never streamed', [], 'whole', 'whole\n\n'],
    ['that says nothing', [], '', ''],
    [
      'of which pieces were missed',
      ['one'],
      'zero one',
      `one\n\n${editorTexts.wholeText}\n\nzero one\n\n`,
    ],
  ])('tells a turn %s', (_, pieces, whole, told) => {
    const speech = order('a');
    const before = pieces.flatMap((piece) => {
      if (piece !== null) return speech.say('a', piece);
      speech.afterCall('a');
      return [];
    });
    const all = written([...before, ...speech.finish('a', whole)]);
    expect(all).toBe(told === '' ? '' : `**a speaks**\n\n${told}`);
  });

  it('says that a text begins again, where it was told', () => {
    const speech = order('a', 'b');
    speech.say('a', 'first');
    speech.afterCall('a');
    speech.say('a', 'bro');
    speech.say('b', 'bro');
    expect(written(speech.say('a', 'second', true))).toBe(
      `\n\n${editorTexts.beginsAgain}\n\nsecond`,
    );
    speech.say('b', 'held', true);
    expect(written(speech.finish('a', 'first\n\nsecond'))).toBe('\n\n**b speaks**\n\nheld');
  });

  it('tells what is left when nothing follows', () => {
    const speech = order('a', 'b');
    speech.say('a', 'A');
    speech.say('b', 'B');
    expect(written(speech.close())).toBe('\n\n**b speaks**\n\nB\n\n');
    expect(speech.say('a', 'late')).toEqual([]);
  });

  it('tells every text once and whole, in whatever order turns speak and end', () => {
    const turns = ['a', 'b', 'c'];
    const step = fc.record({ turn: fc.constantFrom(...turns), text: fc.string() });
    fc.assert(
      fc.property(fc.array(step), fc.shuffledSubarray(turns, { minLength: 3 }), (steps, ends) => {
        const speech = order(...turns);
        const texts = new Map(turns.map((turn) => [turn, '']));
        const told: SpokenPiece[] = [];
        for (const { turn, text } of steps) {
          texts.set(turn, (texts.get(turn) ?? '') + text);
          told.push(...speech.say(turn, text));
        }
        for (const turn of ends) told.push(...speech.finish(turn, texts.get(turn) ?? ''));
        const expected = turns
          .filter((turn) => texts.get(turn) !== '')
          .map((turn) => `**${turn} speaks**\n\n${texts.get(turn)}\n\n`);
        expect(written(told)).toBe(expected.join(''));
      }),
    );
  });
});
