import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { argumentsOf, fillBrief } from './fill-brief.js';

describe('argumentsOf', () => {
  it.each([
    ['Fix $ARGUMENTS', 'the issue', [['$ARGUMENTS', 'the issue']]],
    ['Fix $ARGUMENTS', '', [['$ARGUMENTS', 'What it is for']]],
    [
      'From $2 to $1, $2 again; $12 is money',
      '',
      [
        ['$2', 'Argument 2'],
        ['$1', 'Argument 1'],
      ],
    ],
    ['$ARGUMENTS[0]', '', [['$ARGUMENTS[0]', 'Argument 1']]],
    [
      '${input:file:Which file?} ${input:name} ${workspaceFolder}',
      '',
      [
        ['${input:file:Which file?}', 'Which file?'],
        ['${input:name}', 'name'],
      ],
    ],
    ['Nothing', 'hint', []],
  ])('of %j', (brief, hint, expected) => {
    expect(argumentsOf(brief, hint).map(({ token, label }) => [token, label])).toEqual(expected);
  });
});

describe('fillBrief', () => {
  it('replaces what was given, once, and leaves the rest', () => {
    const given = { $1: '$2 and $ARGUMENTS', $2: 'two' };
    expect(fillBrief('$1 $2 $3 $ARGUMENTS', given)).toBe('$2 and $ARGUMENTS two $3 $ARGUMENTS');
  });

  it('changes nothing without arguments, whatever the text is', () => {
    fc.assert(fc.property(fc.string(), (brief) => fillBrief(brief, {}) === brief));
  });
});
