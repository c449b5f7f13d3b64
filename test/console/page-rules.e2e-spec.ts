import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ago, duration, plural } from '../../console/src/app/format.js';
import { runTitle } from '../../console/src/app/run-title.js';
import { shownModels, type ModelFilter } from '../../console/src/pages/models/shown-models.js';
import {
  withKeyPosition,
  withMaterial,
  withoutKeyPosition,
  withValue,
} from '../../console/src/pages/people/style-draft.js';
import { joinedWords } from './support/joined-words.js';
import { aModel } from '../support/models/a-model.js';

describe('a style that is being edited', () => {
  const preset = { preset: 'noir' };

  it('has no part left once its last value is as the preset has it', () => {
    const wall = withMaterial(preset, 'wall', 'color', '#112233');
    expect(wall).toEqual({ preset: 'noir', materials: { wall: { color: '#112233' } } });
    expect(withMaterial(wall, 'wall', 'color', undefined)).toEqual(preset);
    const lit = withValue(preset, 'lighting', 'shadows', false);
    expect(lit).toEqual({ preset: 'noir', lighting: { shadows: false } });
    expect(withValue(lit, 'lighting', 'shadows', undefined)).toEqual(preset);
  });

  it('keeps the other values of a part', () => {
    const both = withValue(
      withValue(preset, 'environment', 'fogNear', 30),
      'environment',
      'grid',
      true,
    );
    expect(withValue(both, 'environment', 'grid', undefined)).toEqual({
      preset: 'noir',
      environment: { fogNear: 30 },
    });
  });

  it('has all three coordinates of the key light, or none', () => {
    const moved = withKeyPosition(preset, 'y', 4);
    expect(moved.lighting).toEqual({ keyPosition: { x: 0, y: 4, z: 0 } });
    expect(withoutKeyPosition(moved)).toEqual(preset);
  });
});

describe('a time in words', () => {
  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [4200, '4.2 s'],
    [9960, '10 s'],
    [59_400, '59 s'],
    [59_600, '1 min'],
    [102_000, '1 min 42 s'],
    [599_600, '10 min'],
    [1_530_000, '26 min'],
    [3_597_000, '1 h'],
    [7_500_000, '2 h 5 min'],
    [86_376_000, '1 d'],
    [432_000_000, '5 d'],
  ])('has its second unit where a rounded one would mislead: %d ms, %s', (ms, words) => {
    expect(duration(ms)).toBe(words);
  });

  it('that has passed is told roughly', () => {
    expect([5_000, 59_600, 102_000, 7_500_000].map((ms) => ago(0, ms))).toEqual([
      ...['just now', '1 min ago', '2 min ago', '2 h ago'],
    ]);
  });
});

describe('the models that a filter leaves', () => {
  const models = [
    aModel({ id: 'middle', costPerMTokIn: 2, costPerMTokOut: 2 }),
    aModel({ id: 'unknown', unpriced: true, costPerMTokIn: 0, costPerMTokOut: 0 }),
    aModel({ id: 'dear', tier: 'max', costPerMTokIn: 9, costPerMTokOut: 9, disabled: true }),
    aModel({ id: 'free', tier: 'nano', costPerMTokIn: 0, costPerMTokOut: 0 }),
  ];
  const all: ModelFilter = {
    words: '',
    tier: 'all',
    providerId: 'all',
    state: 'all',
    order: 'listed',
  };
  const ids = (change: Partial<ModelFilter>) =>
    shownModels(models, new Set(['middle']), { ...all, ...change }).map(({ id }) => id);

  it('have those without a known price last, in both orders of prices', () => {
    expect(ids({ order: 'cheapest' })).toEqual(['free', 'middle', 'dear', 'unknown']);
    expect(ids({ order: 'dearest' })).toEqual(['dear', 'middle', 'free', 'unknown']);
  });

  it('are those of the state, the tier and the words', () => {
    expect(ids({ state: 'off' })).toEqual(['dear']);
    expect(ids({ state: 'corrected' })).toEqual(['middle']);
    expect(ids({ tier: 'nano' })).toEqual(['free']);
    expect(ids({ words: ' MAX ' })).toEqual(['dear']);
    expect(ids({ state: 'on', words: 'provider' })).toEqual(['middle', 'unknown', 'free']);
  });
});

describe('the style sheets of pages', () => {
  it('define no class and no animation that another one defines, because loaded ones stay', () => {
    const sheetsOf = new Map<string, Set<string>>();
    for (const sheet of globSync('console/src/**/*.css')) {
      for (const name of definedIn(readFileSync(sheet, 'utf8'))) {
        sheetsOf.set(name, (sheetsOf.get(name) ?? new Set()).add(sheet));
      }
    }
    expect(sheetsOf.size).toBeGreaterThan(100);
    expect([...sheetsOf].filter(([, sheets]) => sheets.size > 1)).toEqual([]);
  });

  it('ask a parent for its children only, because other relations restyle the page with every word', () => {
    const asked = globSync('console/src/**/*.css').flatMap((sheet) =>
      [...readFileSync(sheet, 'utf8').matchAll(/:has\(\s*(.)/g)].map(([, first]) => first),
    );
    expect(new Set(asked)).toEqual(new Set(['>']));
  });
});

/** Classes that stand alone before a rule, in whatever state, and names of animations. */
function definedIn(sheet: string): readonly string[] {
  const heads = sheet.replaceAll(/\/\*.*?\*\//gs, '').match(/[^{};]+(?=\{)/g) ?? [];
  return heads
    .flatMap((head) => head.split(','))
    .map((part) => part.trim())
    .map((part) => /^(\.[\w-]+)(?::[\w-]+(?:\([^()]*\))?|\[[^\]]*\])*$/.exec(part)?.[1] ?? part)
    .filter((part) => /^(?:\.[\w-]+|@keyframes .+)$/.test(part));
}

describe('a number before its noun', () => {
  const sources = globSync('console/src/**/*.{ts,tsx}');

  it('is written by `plural`, so that one of a thing has no s', () => {
    const written = sources.flatMap((file) =>
      numbersBeforeNouns(readFileSync(file, 'utf8')).map((found) => `${file}: ${found}`),
    );
    expect(written).toEqual([]);
    expect([0, 1, 2].map((value) => plural(value, 'turn'))).toEqual([
      '0 turns',
      '1 turn',
      '2 turns',
    ]);
  });

  it.each([
    '{engagements} engagements{spend}',
    '`${found} updates are on offer.`',
    '`${dayRuns} runs a day`',
    '<h2>Welcome. {people} employees wait for a brief.</h2>',
    'every{" "}\n{pollSeconds} seconds; with a webhook',
    '`good for ${hours} more hours.`',
    '{count(value)} turns',
    '{runs.length} runs',
    '{seats.filter(isFree).length} free seats',
  ])('is seen in %s', (source) => {
    expect(numbersBeforeNouns(source)).toHaveLength(1);
  });

  it.each(['{name} has left', '<Patch run={run} files={files} />', '{plural(turns, "turn")} ends'])(
    'is not seen in %s',
    (source) => {
      expect(numbersBeforeNouns(source)).toEqual([]);
    },
  );
});

/** No nouns, though they end so. */
const noNouns =
  'has|is|was|does|as|its|this|asks|builds|goes|hits|ends|needs|proves|refuses|says|waits|works|times as|glasses|rests';
const before = '(?:(?:more|other|further|new|free|open) )?';
const numberBeforeNoun = new RegExp(
  `\\{(?!plural\\()[^{}\\n]*\\} ${before}(?!(?:${noNouns})\\b)[a-z]{2,}s\\b(?![=-])`,
  'g',
);

/** Values in a text that are followed by a word of several. */
function numbersBeforeNouns(source: string): readonly string[] {
  return [...source.matchAll(numberBeforeNoun)].map(([found]) => found);
}

describe('words of a page beside an element', () => {
  it('keep a space where the line breaks', () => {
    const joined = globSync('console/src/**/*.tsx').flatMap((file) =>
      joinedWords(file, readFileSync(file, 'utf8')),
    );
    expect(joined).toEqual([]);
  });

  it.each([
    ['<p>since {at}\nby {name}</p>', 1],
    ['<p>since {at} by\n{name}</p>', 1],
    ['<p>Said.\n<b>Now</b></p>', 1],
    ['<p><a>this</a>\nrun</p>', 1],
    ['<p>since {at}{" "}\nby {name}</p>', 0],
    ['<p>since {at}\n, by {name}</p>', 0],
    ['<p>changed\n{isOpen && `, now`}</p>', 0],
    ['<p className="row">since\n<b>now</b></p>', 0],
    ['<p>\nsince now\n</p>', 0],
  ])('are seen to lose it in %j: %j', (code, most) => {
    expect(joinedWords('a.tsx', code)).toHaveLength(most);
  });
});

describe('what a run is called', () => {
  it('is the first line of its brief', () => {
    expect(runTitle({ brief: 'Mend it\nby noon' })).toBe('Mend it');
  });
});
