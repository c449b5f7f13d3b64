import { describe, expect, it } from '@jest/globals';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import ts from 'typescript';
import { newPluginFiles } from '../../src/plugins/workshop/new-plugin.js';
import { repositoryRoot } from '../support/run-program.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { pluginTrials } from '../support/plugins/run-plugin.js';

const inDir = temporaryDirectory();
const types = `${repositoryRoot}plugins/office-plugin.d.ts`;

/** How authors let the compiler find modules. */
const resolutions = [
  ['bundler', { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }],
  ['node16', { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 }],
  [
    'nodenext',
    { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  ],
] as const;

/** What the compiler says of a file, with the libraries of a page and nothing of Node. */
function faultsOf(file: string, way: ts.CompilerOptions = resolutions[0][1]): readonly string[] {
  const program = ts.createProgram([file], {
    allowJs: true,
    checkJs: true,
    noEmit: true,
    strict: true,
    noImplicitAny: false,
    target: ts.ScriptTarget.ES2023,
    ...way,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: [],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('the types for authors of plugins', () => {
  const start = pluginTrials();

  it('fit the plugin that one begins with', async () => {
    const text = await readFile(types, 'utf8');
    const files = newPluginFiles({ id: 'com.example.kit', name: 'Kit' }, text);
    await mkdir(inDir('kit'));
    for (const [name, content] of Object.entries(files))
      await writeFile(inDir('kit', name), content);
    for (const [name, way] of resolutions) {
      const faults = faultsOf(inDir('kit', 'index.mjs'), way);
      expect({ name, faults }).toEqual({ name, faults: [] });
    }
  });

  it('fit the one that ships with the office', () => {
    expect(faultsOf(`${repositoryRoot}plugins/office-echo/index.mjs`)).toEqual([]);
  });

  it('find a plugin that reaches for Node, or returns what a tool may not', async () => {
    const file = inDir('wrong.mjs');
    await writeFile(inDir('office-plugin.d.ts'), await readFile(types, 'utf8'));
    await writeFile(
      file,
      `/** @param {import('./office-plugin.js').PluginApi} api */
       export function activate(api) {
         api.log('loud', process.cwd());
         api.registerTool({ name: 'x', run: () => ({ content: 1 }) });
       }`,
    );
    const faults = faultsOf(file).join('\n');
    for (const part of ['"loud"', `'process'`, `'number' is not assignable to type 'string'`]) {
      expect(faults).toContain(part);
    }
  });

  it('name what a plugin is really given', async () => {
    const text = await readFile(types, 'utf8');
    const membersOf = (name: string): string[] => {
      const body = new RegExp(`interface ${name} \\{\\n([^]*?)\\n\\}`).exec(text)?.[1] ?? '';
      return [...body.matchAll(/^ {2}(?:readonly )?(\w+)[?(:]/gm)]
        .map(([, member = '']) => member)
        .sort();
    };
    const trial = await start(`export function activate(api) {
      api.log('info', Object.keys(api).sort().join());
      api.registerTool({ name: 't', run: (args, context) => {
        api.log('info', Object.keys(context).sort().join());
        api.log('info', Object.keys(context.files).sort().join());
        return { ok: true, content: '' };
      } });
    }`);
    await trial.run();
    expect(trial.log).toEqual(
      ['PluginApi', 'ToolContext', 'WorkspaceFiles'].map(
        (name) => `info ${membersOf(name).join()}`,
      ),
    );
  });
});
