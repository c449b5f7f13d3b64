import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RefusedError } from '../../platform/errors/office-error.js';
import { placeFact, validateFact } from './validate-fact.js';

const note = { scope: 'installation', kind: 'note', text: 'Tests first.' };
const ofFloor = { ...note, scope: 'workspace', workspaceId: 'floor' };
const ofRole = { ...note, scope: 'role', roleId: 'cto' };

describe('validateFact', () => {
  it('completes the least that can be written', () => {
    expect(validateFact(note)).toEqual({
      scope: 'installation',
      workspaceId: null,
      roleId: null,
      kind: 'note',
      text: 'Tests first.',
      tags: [],
      source: null,
      confidence: 0.6,
      supersedes: null,
    });
  });

  it.each([
    ['null', null, 'A memory fact must be an object.'],
    ['a list', [note], 'A memory fact must be an object.'],
    ['a text', 'Tests first.', 'A memory fact must be an object.'],
    ['no scope', {}, '"scope" must be one of installation, workspace, role.'],
    [
      'a scope of another kind',
      { ...note, scope: ['role'] },
      '"scope" must be one of installation, workspace, role.',
    ],
    ['no kind', { scope: 'role' }, '"kind" must be one of convention, decision, pitfall, note.'],
    [
      'an inherited kind',
      { ...note, kind: 'toString' },
      '"kind" must be one of convention, decision, pitfall, note.',
    ],
    ['no text', { ...note, text: undefined }, '"text" must be a non-empty string.'],
    ['a number as text', { ...note, text: 5 }, '"text" must be a non-empty string.'],
    ['blanks as text', { ...note, text: ' \n\t' }, '"text" must be a non-empty string.'],
    [
      'a long text',
      { ...note, text: ` ${'x'.repeat(501)} ` },
      '"text" is 501 characters; the limit is 500.',
    ],
    [
      'a floor without id',
      { ...ofFloor, workspaceId: ' ' },
      '"workspaceId" is required when "scope" is "workspace".',
    ],
    [
      'a role without id',
      { ...ofRole, roleId: null },
      '"roleId" is required when "scope" is "role".',
    ],
    [
      'a floor of everybody',
      { ...note, workspaceId: 'f' },
      '"workspaceId" must be omitted when "scope" is "installation".',
    ],
    [
      'a role of everybody',
      { ...note, roleId: 'cto' },
      '"roleId" must be omitted when "scope" is "installation".',
    ],
    ['an id that is none', { ...ofFloor, workspaceId: 7 }, '"workspaceId" must be a string.'],
    ['one tag', { ...note, tags: 'ci' }, '"tags" must be an array of strings.'],
    ['a tag that is none', { ...note, tags: ['ci', 1] }, '"tags" must be an array of strings.'],
    ['a source that is none', { ...note, source: {} }, '"source" must be a string.'],
    [
      'too much confidence',
      { ...note, confidence: 1.01 },
      '"confidence" must be a number between 0 and 1.',
    ],
    [
      'no confidence at all',
      { ...note, confidence: -0.1 },
      '"confidence" must be a number between 0 and 1.',
    ],
    [
      'confidence in words',
      { ...note, confidence: '0.5' },
      '"confidence" must be a number between 0 and 1.',
    ],
    [
      'confidence of null',
      { ...note, confidence: null },
      '"confidence" must be a number between 0 and 1.',
    ],
    ['a correction of a number', { ...note, supersedes: 1 }, '"supersedes" must be a string.'],
  ])('refuses %s', (_case, input, message) => {
    expect(() => validateFact(input)).toThrow(new RefusedError(message));
  });

  it('takes 500 characters, and the bounds of confidence', () => {
    expect(validateFact({ ...note, text: ` ${'x'.repeat(500)}` }).text).toHaveLength(500);
    expect(validateFact({ ...note, confidence: 0 }).confidence).toBe(0);
    expect(validateFact({ ...note, confidence: 1 }).confidence).toBe(1);
  });

  it('keeps the first twelve tags: trimmed, lower case, each once', () => {
    const tags = [
      ' CI ',
      'ci',
      '',
      ' ',
      'x'.repeat(70),
      ...Array.from({ length: 20 }, (_, n) => `t${n}`),
    ];
    expect(validateFact({ ...note, tags }).tags).toEqual([
      'ci',
      'x'.repeat(64),
      ...Array.from({ length: 10 }, (_, n) => `t${n}`),
    ]);
  });

  it('cuts the source at 200 characters; a blank one is none', () => {
    expect(validateFact({ ...note, source: ` ${'s'.repeat(201)} ` }).source).toBe('s'.repeat(200));
    expect(validateFact({ ...note, source: '  ' }).source).toBeNull();
  });

  it('takes the nulls of a fact that is being corrected', () => {
    const original = { ...note, workspaceId: null, roleId: null, source: null, supersedes: null };
    expect(validateFact(original)).toEqual(validateFact(note));
  });

  it('has no role for the fact of a floor', () => {
    expect(validateFact({ ...ofFloor, roleId: 'cto' })).toMatchObject({
      workspaceId: 'floor',
      roleId: null,
    });
  });

  it('answers any input with a draft within the limits, or a refusal', () => {
    const anything = fc.record(
      {
        scope: fc.constantFrom('role', 'installation', 5),
        kind: fc.constantFrom('note', null),
        text: fc.anything(),
        tags: fc.anything(),
        source: fc.anything(),
        roleId: fc.anything(),
        confidence: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(anything, fc.anything()), (input) => {
        try {
          const draft = validateFact(input);
          expect(draft.text.length).toBeGreaterThan(0);
          expect(draft.text.length).toBeLessThanOrEqual(500);
          expect(new Set(draft.tags).size).toBe(draft.tags.length);
          expect(draft.confidence).toBeGreaterThanOrEqual(0);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(RefusedError);
        }
      }),
    );
  });
});

describe('placeFact', () => {
  it('gives a role its floor when it names none', () => {
    expect(placeFact(validateFact(ofRole), 'shown').workspaceId).toBe('shown');
    const placed = { ...ofRole, workspaceId: 'named' };
    expect(placeFact(validateFact(placed), 'shown').workspaceId).toBe('named');
  });

  it('refuses a role where there is no floor', () => {
    expect(() => placeFact(validateFact(ofRole), null)).toThrow(
      new RefusedError('"workspaceId" is required when "scope" is "role".'),
    );
  });

  it('leaves the others as they are', () => {
    const draft = validateFact(ofFloor);
    expect(placeFact(draft, 'shown')).toBe(draft);
  });
});
