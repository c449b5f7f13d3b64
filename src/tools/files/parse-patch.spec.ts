import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parsePatch } from './parse-patch.js';

const parsed = (...lines: readonly string[]) => parsePatch(lines.join('\n'));
const edit = (replace: readonly string[], ...behind: readonly string[]): readonly string[] => [
  '*** Update File: a.md',
  '*** Find:',
  'one',
  '*** Replace:',
  ...replace,
  ...behind,
];
const wrapped = (replace: readonly string[]): readonly string[] => [
  '*** Begin Patch',
  ...edit(replace, '*** End Patch'),
];

const markers = [
  ...['*** Begin Patch', '*** End Patch', '*** Update File: b.md', '*** Find:', '*** Replace:'],
  ...['*** Add File: b.md', '*** Delete File: b.md', '*** Move to: b.md', '*** End of File'],
  ...['*** Find: inline', '*** Replace: inline', '*** end patch', '***Find:', '*** Find: '],
];

describe('a patch whose content holds markers', () => {
  it.each(markers)('is refused with %s alone, within and behind the content', (marker) => {
    for (const content of [[marker], ['a', marker, 'b'], ['a', marker]]) {
      expect(parsed(...wrapped(content)).problems).not.toEqual([]);
    }
    expect(parsed(...edit(['a', marker, 'b'])).problems).not.toEqual([]);
    expect(parsed(...edit(['a', marker])).problems).not.toEqual([]);
  });

  it.each(markers)('is read whole where %s has a backslash before it', (marker) => {
    const lines = [marker, `\\${marker}`, 'b'];
    const written = [`\\${marker}`, `\\\\${marker}`, 'b'];
    for (const { edits, problems } of [parsed(...wrapped(written)), parsed(...edit(written))]) {
      expect(problems).toEqual([]);
      expect(edits).toEqual([{ path: 'a.md', find: 'one', replace: lines.join('\n') }]);
    }
  });

  it('says how such a line is written', () => {
    expect(parsed(...wrapped(['a', '*** End Patch', 'b'])).problems).toEqual([
      'Line 8 stands behind "*** End Patch": "b". A line of content that looks like a marker begins with a backslash.',
    ]);
    expect(parsed(...wrapped(['*** Add File: x'])).problems).toEqual([
      'Line 6: "*** Add File: x" may not stand here. A line of content that looks like a marker begins with a backslash.',
    ]);
  });

  it('is read as it was written, whatever its lines are, when they are written as told', () => {
    const line = fc.oneof(
      fc.constantFrom(...markers, ...markers.map((marker) => `\\${marker}`)),
      fc.constantFrom('', ' ', 'a', '\\', '\\*** x', '*** x', '***', '```', '\\\\*** Find:'),
      fc.string({ maxLength: 6 }).map((text) => text.replace(/[\r\n]/g, '')),
    );
    const written = (lines: readonly string[]): string[] =>
      lines.map((text) => (/^\\*\*\*\*/.test(text) && isEscaped(text) ? `\\${text}` : text));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), fc.array(line), (find, replace) => {
        fc.pre(find.join('\n') !== '');
        const { edits, problems } = parsed(
          ...['*** Begin Patch', '*** Update File: a', '*** Find:', ...written(find)],
          ...['*** Replace:', ...written(replace), '*** End Patch'],
        );
        expect(problems).toEqual([]);
        expect(edits).toEqual([{ path: 'a', find: find.join('\n'), replace: replace.join('\n') }]);
      }),
      { numRuns: 300 },
    );
  });

  it('is refused or has every line in an edit, whatever it is', () => {
    const line = fc.constantFrom(...markers, 'a', 'b', '', '```', '*** Update File: a.md');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
        const { edits, problems } = parsed(...lines);
        if (problems.length > 0) return;
        const content = edits.flatMap(({ find, replace }) => `${find}\n${replace}`.split('\n'));
        const kept = content.filter((text) => ['a', 'b'].includes(text)).length;
        expect(kept).toBe(lines.filter((text) => ['a', 'b'].includes(text)).length);
      }),
      { numRuns: 500 },
    );
  });
});

/** True if a line of content needs a backslash: it is a marker, possibly after backslashes. */
function isEscaped(line: string): boolean {
  return (
    markers.some((marker) => line.replace(/^\\*/, '') === marker) ||
    /^\\*\*\*\*\s*(?:find|replace)\s*:/i.test(line)
  );
}

describe('what stands around a patch', () => {
  const expected = [{ path: 'a.md', find: 'one', replace: 'two' }];

  it.each([
    ['a code fence', ['```', ...wrapped(['two']), '```']],
    ['a code fence with a language', ['', '```patch', ...edit(['two']), '```', '']],
    ['another fence', ['~~~~diff', ...wrapped(['two']), '~~~~']],
    ['blank lines', ['', '  ', ...wrapped(['two']), '', ' ']],
    [
      'blanks behind its markers',
      wrapped(['two']).map((text) => (text.startsWith('***') ? `${text}  ` : text)),
    ],
    ['returns', wrapped(['two']).map((text) => `${text}\r`)],
  ])('is left out: %s', (_what, lines) => {
    expect(parsed(...lines)).toEqual({ edits: expected, problems: [] });
  });

  it.each([
    ['words before it', ['Here it is:', ...wrapped(['two'])], 'Line 1 stands outside any block'],
    ['words behind it', [...wrapped(['two']), 'Done.'], 'Line 8 stands behind "*** End Patch"'],
    ['a second patch', [...wrapped(['two']), ...wrapped(['two'])], 'Line 8 stands behind'],
    ['a fence that does not end', ['```', ...wrapped(['two'])], 'Line 1 stands outside any block'],
    [
      'an end without a beginning',
      edit(['two'], '*** End Patch'),
      '"*** End Patch" may not stand here',
    ],
    [
      'a beginning without an end',
      ['*** Begin Patch', ...edit(['two'])],
      'no "*** End Patch" line',
    ],
    [
      'a file without edits',
      ['*** Update File: b.md', ...edit(['two'])],
      'no Find and Replace block for "b.md"',
    ],
  ])('is refused: %s', (_what, lines, reason) => {
    expect(parsed(...lines).problems.join('\n')).toContain(reason);
  });
});
