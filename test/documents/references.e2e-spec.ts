import { describe, expect, it } from '@jest/globals';
import {
  documents,
  headingsOf,
  namedInComments,
  namedInDocument,
  type Reference,
  sources,
  textOf,
  texts,
} from './support/references.js';

const headings = new Map(documents.map((name) => [name, headingsOf(textOf(name))]));

/** Generated from the vocabulary. */
const contracts = /^(?:docs\/api\/|src\/platform\/openapi\/record-schemas\.ts$)/;
const outside =
  /\b(?:decisions|records|behaviour-[a-z]+)\.md\b|(?<!docs\/|\.\/|\]\()\binterface\.md\b(?!\])/;

/** Why a reader does not get there; undefined: they do. */
function problemOf({ where, path, anchor, section }: Reference): string | undefined {
  const found = headings.get(path);
  // A test beside this one looks for files that are no documents.
  const isDocument = /\.md$|^docs\/decisions\/\d/.test(path);
  if (found === undefined) return isDocument ? `${where}: there is no ${path}` : undefined;
  if (anchor !== undefined && !found.anchors.has(anchor)) {
    return `${where}: ${path} has no #${anchor}`;
  }
  const isThere = section === undefined || found.titles.some((title) => section.startsWith(title));
  return isThere ? undefined : `${where}: ${path} has no heading "${section}"`;
}

/** The others have a test of their own. */
const isInside = ({ path }: Reference): boolean => !outside.test(path);

const problemsOf = (references: readonly Reference[]): readonly string[] =>
  references.flatMap((reference) => problemOf(reference) ?? []);

describe('a reference to a document', () => {
  it.each([
    {
      place: 'comments',
      found: () => sources.flatMap((name) => namedInComments(name)).filter(isInside),
      least: 40,
    },
    {
      place: 'documents',
      found: () => documents.flatMap((name) => namedInDocument(name)),
      least: 300,
    },
  ])('leads there: in $place', ({ found, least }) => {
    const references = found();
    expect(references.length).toBeGreaterThan(least);
    expect(problemsOf(references)).toEqual([]);
  });

  it('is found in comments alone, however they are written', () => {
    const code = [
      '/** By the rules (docs/no.md). */',
      'const path = "docs/text.md"; // See docs/cli.md#no-such, or bare.md.',
      '// As docs/security.md, Who may',
      '// call the service says; docs/security.md, Elsewhere (ADR 999).',
      'const pattern = /[/*]docs\\/pattern.md/; const said = `// docs/template.md ${path}`;',
    ].join('\n');
    expect(problemsOf(namedInComments('a.ts', code))).toEqual([
      'a.ts: there is no docs/no.md',
      'a.ts: docs/cli.md has no #no-such',
      'a.ts: there is no bare.md',
      'a.ts: docs/security.md has no heading "Elsewhere "',
      'a.ts: there is no docs/decisions/0999',
    ]);
    const page = '[a](mcp.md#none) [b](../README.md#five-commands) [c](#no)\n\n`docs/no.md`, ADR 3';
    expect(problemsOf(namedInDocument('docs/cli.md', page))).toEqual([
      'docs/cli.md: docs/mcp.md has no #none',
      'docs/cli.md: docs/cli.md has no #no',
      'docs/cli.md: there is no docs/no.md',
    ]);
  });

  it('leads to no document outside of the repository', () => {
    const citing = [...texts]
      .filter((name) => !contracts.test(name))
      .filter((name) => outside.test(textOf(name)));
    expect(citing).toEqual([]);
  });
});
