import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseSkill } from './parse-skill.js';

const head = ['id: api-design', 'name: API design', 'description: Contracts first.'];
const document = (lines: readonly string[], body = 'Body.'): string =>
  ['---', ...lines, '---', body].join('\n');

function skillOf(source: string) {
  const parsed = parseSkill(source, 'skills/x.md');
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.skill;
}

describe('parseSkill', () => {
  it('reads every key', () => {
    const lines = [
      ...head,
      'tags: [api, "errors, retries", \'idempotency\']',
      'taskClasses: [architecture, coding]',
      'requiresTools: [read_file]',
      'estimatedTokens: 120',
      'version: 1.0',
    ];
    expect(skillOf(document(lines))).toEqual({
      id: 'api-design',
      name: 'API design',
      description: 'Contracts first.',
      tags: ['api', 'errors, retries', 'idempotency'],
      taskClasses: ['architecture', 'coding'],
      requiresTools: ['read_file'],
      estimatedTokens: 120,
      version: '1.0',
      body: 'Body.',
      sourcePath: 'skills/x.md',
    });
  });

  it('leaves out what the document leaves out, and guesses its cost', () => {
    const skill = skillOf(document(head, 'x'.repeat(9)));
    expect(skill).toMatchObject({ tags: [], estimatedTokens: 3 });
    expect(skill).not.toHaveProperty('taskClasses');
    expect(skill).not.toHaveProperty('version');
    expect(skillOf(document(head, '')).estimatedTokens).toBe(1);
  });

  it('takes a colon in a value, quotes, comments, blank lines and Windows line ends', () => {
    const lines = [
      '# who',
      '',
      'id: "a-b"',
      "name: 'N'",
      'description: see: this',
      'not a pair',
      'tags: one',
    ];
    const source = document(lines, '\n# Title\n\ntext\n').replaceAll('\n', '\r\n');
    expect(skillOf(source)).toMatchObject({
      id: 'a-b',
      name: 'N',
      description: 'see: this',
      tags: ['one'],
      body: '# Title\n\ntext',
    });
  });

  it.each([
    ['id', head.slice(1)],
    ['name', ['id: a', 'name:   ', 'description: d']],
    ['description', ['id: a', 'name: b', 'description: ""']],
  ])('names the key %s when it is missing or empty', (key, lines) => {
    expect(parseSkill(document(lines), 'skills/x.md')).toEqual({
      ok: false,
      reason: `Skill file skills/x.md is missing the required frontmatter key "${key}".`,
    });
  });

  it('finds no keys in front matter that is not closed, or not at the top', () => {
    expect(parseSkill(['---', ...head].join('\n'), 'x').ok).toBe(false);
    expect(parseSkill(`\n${document(head)}`, 'x').ok).toBe(false);
  });

  it('answers any text', () => {
    const piece = fc.constantFrom(
      '---',
      '\n',
      ':',
      'id',
      'name',
      'description',
      '[',
      '"',
      ' ',
      'x',
      '\r',
    );
    fc.assert(
      fc.property(fc.string({ unit: piece, maxLength: 60 }), (source) => {
        expect(typeof parseSkill(source, 'x').ok).toBe('boolean');
      }),
    );
  });
});
