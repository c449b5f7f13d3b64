import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { displayCommand } from '../../src/platform/process/display-command.js';
import { parseEnvFile } from '../../src/platform/config/read-environment.js';
import { cleanText } from '../../src/plugins/widgets/read-widgets.js';
import { foldText, searchTerms } from '../../src/protocol/rules/search-terms.js';
import { sanitizeOutput } from '../../src/platform/text/sanitize-output.js';
import { readCodexOutput } from '../../src/vendors/command/read-codex-output.js';
import { repositoryRoot } from '../support/run-program.js';
import { alphabetOf, growsTooFast, pumpsOf, repeated } from '../support/worst-inputs.js';

interface Found {
  readonly pattern: RegExp;
  readonly where: string;
}

/** Texts of models, files, plugins, servers and harnesses meet these patterns. */
describe('the patterns of the service', () => {
  let patterns: readonly Found[];

  beforeAll(async () => {
    const files = await Array.fromAsync(glob('src/**/*.ts', { cwd: repositoryRoot }));
    patterns = files
      .filter((file) => !file.endsWith('.spec.ts') && !file.endsWith('record-schemas.ts'))
      .flatMap(patternsIn);
  });

  it('are found', () => {
    expect(patterns.length).toBeGreaterThan(100);
  });

  it('take time in proportion to the text, whatever is made of their own characters', () => {
    // The same pattern stands in several files.
    const different = new Map(patterns.map((found) => [String(found.pattern), found]));
    const slow = [...different.values()].flatMap((found) => slowPump(found) ?? []);
    expect(slow).toEqual([]);
  }, 120_000);

  it('would not go unnoticed if one did not', () => {
    for (const pattern of [/\/+$/, /<\/?[\w-]+[^>]*>$/]) {
      expect(slowPump({ pattern, where: 'here' }, 0.5)).not.toBeNull();
    }
  }, 60_000);
});

describe('what cleans and reads foreign text', () => {
  const event = (type: string) => JSON.stringify({ type, delta: 'x' });
  const cleaners: readonly (readonly [string, (text: string) => unknown, string])[] = [
    ['sanitizeOutput', sanitizeOutput, '\x1b[\x9b]0 ;am\x90\x9c\x9d\x07\\\u202e\u200b\n'],
    ['cleanText', (text) => cleanText(text, 100), '\x00\x1b a\n\t\u200b'],
    ['searchTerms', searchTerms, 'a0 é日ก\u0301-'],
    ['foldText', foldText, 'aé\u0301\u05b4\u0640日'],
    ['readCodexOutput', readCodexOutput, '{"\n'],
    ["readCodexOutput's types", (text) => readCodexOutput(event(text)), 'message.dl'],
    ['displayCommand', (text) => displayCommand('x', [text, text]), '-=aA_ \n'],
    ['parseEnvFile', parseEnvFile, 'A="\'# \n\r\ufeff'],
  ];

  it.each(cleaners)(
    '%s takes time in proportion to the text',
    (_name, clean, characters) => {
      const pumps = [...pumpsOf([...characters]), 'message', 'delta'];
      const slow = pumps.filter((pump) => growsTooFast(clean, (n) => repeated(pump, n)));
      expect(slow).toEqual([]);
    },
    60_000,
  );
});

function patternsIn(file: string): readonly Found[] {
  const text = readFileSync(join(repositoryRoot, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const pattern = new RegExp(node.text.slice(1, end), node.text.slice(end + 1));
      found.push({ pattern, where: `${file}: ${node.text}` });
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

/**
 * A piece whose repetition the pattern reads again and again; null where there is none. Half of the
 * text is enough where it is known to be slow.
 */
function slowPump({ pattern, where }: Found, part = 1): string | null {
  if (!/[*+]|\{\d+,/.test(pattern.source)) return null;
  const everywhere = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '') + 'g');
  const work = (text: string): unknown => text.replace(everywhere, '');
  const alphabet = alphabetOf(pattern);
  const before = ['', alphabet.join('')];
  const pump = pumpsOf(alphabet).find((piece) =>
    before.some((start) => growsTooFast(work, (n) => repeated(piece, part * n, start))),
  );
  return pump === undefined ? null : `${where} with ${JSON.stringify(pump)}`;
}
