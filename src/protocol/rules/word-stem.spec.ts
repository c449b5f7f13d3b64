import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { wordStem } from './word-stem.js';

/** From the published vocabulary of the algorithm. */
const published: Readonly<Record<string, string>> = {
  caresses: 'caress',
  ponies: 'poni',
  cats: 'cat',
  feed: 'feed',
  agreed: 'agre',
  plastered: 'plaster',
  bled: 'bled',
  motoring: 'motor',
  sing: 'sing',
  conflated: 'conflat',
  troubled: 'troubl',
  sized: 'size',
  hopping: 'hop',
  falling: 'fall',
  filing: 'file',
  happy: 'happi',
  sky: 'sky',
  relational: 'relat',
  conditional: 'condit',
  valenci: 'valenc',
  digitizer: 'digit',
  conformabli: 'conform',
  radicalli: 'radic',
  vietnamization: 'vietnam',
  predication: 'predic',
  decisiveness: 'decis',
  hopefulness: 'hope',
  formaliti: 'formal',
  sensitiviti: 'sensit',
  triplicate: 'triplic',
  electrical: 'electr',
  goodness: 'good',
  revival: 'reviv',
  adjustable: 'adjust',
  replacement: 'replac',
  adoption: 'adopt',
  homologous: 'homolog',
  probate: 'probat',
  rate: 'rate',
  cease: 'ceas',
  controll: 'control',
  roll: 'roll',
};

describe('the stem of a word', () => {
  it.each(Object.entries(published))('of %s is %s', (word, stem) => {
    expect(wordStem(word)).toBe(stem);
  });

  it.each([
    ['float', 'floats', 'floating', 'floated'],
    ['tuesday', 'tuesdays'],
    ['deploy', 'deploys', 'deployed', 'deploying', 'deployment'],
    ['test', 'tests', 'tested', 'testing'],
    ['index', 'indexes', 'indexed'],
  ])('is the same of %s and its forms', (word, ...forms) => {
    for (const form of forms) expect(wordStem(form)).toBe(wordStem(word));
  });

  it.each(['häuser', 'données', 'файлы', 'v2', 'is', 'a', 'データ', ''])(
    'leaves %s as it is',
    (word) => expect(wordStem(word)).toBe(word),
  );

  it('is never longer than the word and one letter, nor empty', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,20}$/), (word) => {
        const stem = wordStem(word);
        expect(stem.length).toBeGreaterThan(0);
        expect(stem.length).toBeLessThanOrEqual(word.length + 1);
      }),
    );
  });
});
