import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { loadScript } from '../support/load-script.js';
import { repositoryRoot } from '../support/run-program.js';

interface Compiler {
  compile(name: string, text: string, source: string): { readonly code: string };
}

/** The options of tsconfig.json that decide what decorators are told. */
const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
};

/** Types of the language that have no value at run time: both compilers come to `Object` for them. */
const typesOnly = ['Parameters', 'Record'];

/** `key=types` of each note of the compiler for a decorator, in order, however it guards the names. */
function metadataIn(code: string): readonly string[] {
  return code
    .split(/(?:__metadata|_decorateMetadata)\(/)
    .slice(1)
    .map((rest) => {
      const [, key = '', types = ''] = /^\s*"([\w:]+)",\s*([^]*)$/.exec(upToItsEnd(rest)) ?? [];
      return `${key}=${withoutGuards(types)}`;
    });
}

/** The arguments of a call, up to the bracket that closes it. */
function upToItsEnd(text: string): string {
  let depth = 1;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '(') depth += 1;
    if (text[index] === ')') depth -= 1;
    if (depth === 0) return text.slice(0, index);
  }
  return text;
}

function withoutGuards(types: string): string {
  return types
    .replaceAll(/\s+/g, '')
    .replaceAll(
      /typeof\(\w+=typeof([\w.]+)!=="undefined"&&[\w.]+\)==="function"\?\w+:Object/g,
      '$1',
    )
    .replaceAll(/typeof([\w.]+)==="undefined"\?Object:[\w.]+/g, '$1')
    .replaceAll(/\w+/g, (name) => (typesOnly.includes(name) ? 'Object' : name));
}

describe('the compiler of the build', () => {
  let compiler: Compiler;

  beforeAll(async () => {
    compiler = await loadScript<Compiler>('compile');
  });

  it('tells decorators what the TypeScript compiler would', async () => {
    let compared = 0;
    for await (const file of glob('src/**/*.ts', { cwd: repositoryRoot })) {
      const text = await readFile(join(repositoryRoot, file), 'utf8');
      if (!/^\s*@[A-Z]\w*\(/m.test(text)) continue;
      const expected = ts.transpileModule(text, { fileName: file, compilerOptions }).outputText;
      const found = metadataIn(compiler.compile(file, text, 'src').code);
      expect({ file, metadata: found }).toEqual({ file, metadata: metadataIn(expected) });
      compared += found.length;
    }
    expect(compared).toBeGreaterThan(500);
  }, 60_000);

  it('makes subpath imports relative to the file', () => {
    const text =
      "import { a } from '#runs/a.js';\nexport * from '#models/x/b.js';\na('#runs/c.js');\n";
    expect(compiler.compile('src/runs/engine/file.ts', text, 'src').code).toBe(
      'import { a } from "../a.js";\nexport * from "../../models/x/b.js";\na("#runs/c.js");\n',
    );
  });

  it('leaves exported texts that begin like one as they are', () => {
    const text = 'export const color = "#a78bfa";\nexport let from = "#runs/a.js";\n';
    expect(compiler.compile('src/runs/engine/file.ts', text, 'src').code).toBe(text);
  });

  it('refuses what it cannot read, and says why', () => {
    expect(() => compiler.compile('broken.ts', 'const = 1;', 'src')).toThrow(/Unexpected token/);
  });
});
