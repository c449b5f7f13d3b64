import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cp, mkdir, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PluginRecord } from '../../src/protocol/records/plugins.js';
import { MarketplaceServer } from '../support/plugins/marketplace-server.js';
import {
  codeManifestOf,
  manifestOf,
  putPlugin,
  toolModule,
} from '../support/plugins/plugin-workshop.js';
import { repositoryRoot, runProgram } from '../support/run-program.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { ToolOffice } from '../support/tools/tool-office.js';

const at = temporaryDirectory();
const plugin = (...args: string[]) => runProgram('node', ['dist/cli/plugin.js', ...args]);

/** What a stranger does with docs/plugins.md, from nothing to a plugin that employees use. */
describe('npm run plugin', () => {
  let office: ToolOffice;
  let market: MarketplaceServer;

  beforeAll(async () => {
    market = await new MarketplaceServer().start();
    office = await ToolOffice.start({
      OFFICE_PLUGIN_INSTALL_DIR: at('installed'),
      OFFICE_ALLOW_PLUGIN_INSTALL: 'true',
    });
  });
  afterAll(async () => {
    await office.close();
    await market.stop();
  });

  /** A plain file server, as any web server would be. */
  const host = async (name: string) => {
    const bytes = await readFile(at('market', name));
    market.answer(`/${name}`, (_request, response) => response.end(bytes));
  };

  it('makes a plugin that the office would load', async () => {
    const made = await plugin('new', at('word-count'));
    expect([made.code, made.stdout]).toEqual([
      0,
      expect.stringContaining('Made com.example.word-count in'),
    ]);
    const checked = await plugin('check', at('word-count'));
    expect([checked.code, checked.stdout.trim().split('\n')]).toEqual([
      0,
      [
        'com.example.word-count 0.1.0: Counts the words of a text.',
        'permissions: tools, events, settings',
        'tool: com_example_word_count_count_words',
        'The office would load it.',
      ],
    ]);
  });

  it('overwrites nothing', async () => {
    const again = await plugin('new', at('word-count'));
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('is there already; nothing was overwritten.');
  });

  it('packs it into a bundle that a marketplace can serve and the office installs', async () => {
    const packed = await plugin('pack', at('word-count'), '--to', at('market'));
    expect([packed.code, packed.stdout]).toEqual([0, expect.stringContaining('1 plugin(s)')]);
    await host('catalog.json');
    await host('com.example.word-count-0.1.0.tar.gz');
    const { status, body } = await office.office.client.post<PluginRecord>('/api/plugins/install', {
      catalogUrl: market.catalogUrl,
      pluginId: 'com.example.word-count',
    });
    expect([status, body.status]).toEqual([201, 'loaded']);
  });

  it('gives employees its tool, which reads their files', async () => {
    await writeFile(path.join(office.workspace, 'poem.txt'), 'four words are here');
    const allowedTools = ['com_example_word_count_count_words'];
    office.socket.send({ type: 'setRoleGrants', roleId: 'ceo', allowedTools });
    await office.socket.settle();
    const { reported } = await office.use('com_example_word_count_count_words', {
      path: 'poem.txt',
    });
    expect(reported).toContain('4 word(s)');
  });

  it('packs an upgrade that takes the place of the older version', async () => {
    const manifest = path.join(at('word-count'), 'plugin.json');
    const text = await readFile(manifest, 'utf8');
    await writeFile(manifest, text.replace('"0.1.0"', '"0.2.0"'));
    const packed = await plugin('pack', at('word-count'), '--to', at('market'));
    expect(packed.stdout).toContain('catalog.json: 1 plugin(s)');
    await host('catalog.json');
    await host('com.example.word-count-0.2.0.tar.gz');
    const { status, body } = await office.office.client.post<PluginRecord>('/api/plugins/install', {
      catalogUrl: market.catalogUrl,
      pluginId: 'com.example.word-count',
      upgrade: true,
    });
    expect([status, body.manifest.version]).toEqual([201, '0.2.0']);
  });
});

describe('npm run plugin, with something wrong', () => {
  const refused = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await plugin(...args);
    expect([code, stderr]).toEqual([1, expect.not.stringMatching(/\n\s+at /)]);
    return (stdout + stderr).split('\n')[0] ?? '';
  };
  const sound = { manifest: manifestOf() };

  beforeAll(async () => {
    await putPlugin(at('sound'), sound);
    await writeFile(at('file'), '');
    await mkdir(at('empty'));
  });

  it('names what is missing on the command line, and shows how it is done', async () => {
    const { code, stderr } = await plugin('sell', 'it');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^There is no command "sell"\.\n\nUsage: npm run plugin -- /);
    expect(await refused()).toBe('Name a command.');
    expect(await refused('check')).toBe('Name one directory.');
  });

  it.each(['check', 'pack'])('does not %s what is no directory', async (command) => {
    expect(await refused(command, at('nowhere'))).toBe(`There is no directory ${at('nowhere')}.`);
    expect(await refused(command, at('file'))).toBe(`${at('file')} is not a directory.`);
  });

  it('finds no plugin in an empty directory', async () => {
    expect(await refused('check', at('empty'))).toBe('problem: no plugin.json in the directory.');
    expect(await refused('pack', at('empty'))).toBe('There is no plugin.json in the directory.');
  });

  it.each([
    [
      `import fs from 'node:fs'; export const activate = () => fs;`,
      '"node:fs", imported by index.mjs, is not available to plugins: files of the workspace are read and written through `files` of a tool call.',
    ],
    [
      'export const activate = () => Buffer.alloc(1);',
      'Buffer is not defined: it is not available to plugins; use Uint8Array, TextEncoder and TextDecoder, or bundle a package.',
    ],
  ])('tells an author what is not there, and what to use instead', async (code, reason) => {
    await putPlugin(at('node'), { manifest: codeManifestOf(), files: { 'index.mjs': code } });
    const { code: ended, stdout } = await plugin('check', at('node'));
    expect([ended, stdout]).toEqual([
      1,
      expect.stringContaining(`problem: failed to activate: ${reason}`),
    ]);
  });

  it('makes nothing where it cannot, or under a name the office would refuse', async () => {
    expect(await refused('new', at('file'))).toBe(`${at('file')} is not a directory.`);
    expect(await refused('new', at('made'), '--id', 'Bad')).toMatch(/^id: must be lowercase/);
    expect(await refused('new', at('...'))).toBe(
      'The directory needs a name of letters or digits.',
    );
    await writeFile(path.join(at('empty'), 'README.md'), 'mine');
    expect(await refused('new', at('empty'))).toBe(
      `${at('empty', 'README.md')} is there already; nothing was overwritten.`,
    );
    expect(await readdir(at('empty'))).toEqual(['README.md']);
    expect(await readdir(at())).not.toContain('made');
  });

  it('says all that is wrong with a manifest, and packs none of it', async () => {
    await putPlugin(at('broken'), { manifest: { id: 'Broken', permissions: ['\u001b[2Jfly'] } });
    const { code, stdout } = await plugin('check', at('broken'));
    expect([code, stdout.trim().split('\n')]).toEqual([
      1,
      [
        expect.stringMatching(/^problem: id: must be lowercase reverse-dns style/),
        'problem: name: is required.',
        'problem: version: is required.',
        'problem: description: is required.',
        'problem: apiVersion: is required; this host implements "1".',
        'problem: permissions: unknown permission(s): fly.',
        '6 problem(s).',
      ],
    ]);
    expect(await refused('pack', at('broken'), '--to', at('none'))).toMatch(/^id: must be/);
    expect(await readdir(at())).not.toContain('none');
  });

  it('says why the code would not run', async () => {
    const manifest = codeManifestOf();
    const files = { 'index.mjs': 'export function activate() { throw new Error("oops"); }' };
    await putPlugin(at('failing'), { manifest, files });
    const { code, stdout } = await plugin('check', at('failing'));
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('problem: failed to activate: oops'),
    ]);
  });

  it('packs neither links nor more than a bundle may hold', async () => {
    await putPlugin(at('big'), { ...sound, files: { hole: '' } });
    await truncate(at('big', 'hole'), 2 ** 40);
    expect(await refused('pack', at('big'))).toBe('the bundle expands past the 32 MB limit.');
    await putPlugin(at('linked'), sound);
    await symlink('/etc', at('linked', 'etc'));
    expect(await refused('pack', at('linked'))).toBe(
      'archive entry "etc" is a link, which bundles may not contain.',
    );
  });

  it('packs into no file, not into the plugin itself, and over nothing but a catalogue', async () => {
    expect(await refused('pack', at('sound'), '--to', at('file'))).toBe(
      `${at('file')} is not a directory.`,
    );
    expect(await refused('pack', at('sound'), '--to', at('sound', 'market'))).toBe(
      `${at('sound', 'market')} lies in the plugin itself, so the next bundle would hold this one. Name another directory with --to.`,
    );
    await mkdir(at('theirs'));
    for (const [text, reason] of [
      ['{"stars":[]}', 'is no catalogue; it was left alone.'],
      ['{"plugins":', 'cannot be read: '],
    ] as const) {
      await writeFile(at('theirs', 'catalog.json'), text);
      expect(await refused('pack', at('sound'), '--to', at('theirs'))).toContain(
        `${at('theirs', 'catalog.json')} ${reason}`,
      );
      expect(await readFile(at('theirs', 'catalog.json'), 'utf8')).toBe(text);
      expect(await readdir(at('theirs'))).toEqual(['catalog.json']);
    }
  });

  it('tells what a catalogue will not hold', async () => {
    await putPlugin(at('warned'), {
      manifest: manifestOf({ contributes: { skills: [{ id: 'x' }] }, permissions: ['tools'] }),
    });
    const { code, stdout } = await plugin('pack', at('warned'), '--to', at('market-2'));
    expect([code, stdout.split('\n').slice(0, 2)]).toEqual([
      0,
      [
        'warning: skills[0] needs id, name, description and a non-empty body; dropped.',
        'warning: asks for the "tools" permission but ships no code, so it cannot register one.',
      ],
    ]);
  });
});

describe('an installation whose dependencies are linked into it', () => {
  it('runs the code of plugins all the same', async () => {
    await cp(`${repositoryRoot}dist`, at('linked-office', 'dist'), { recursive: true });
    await cp(`${repositoryRoot}package.json`, at('linked-office', 'package.json'));
    await symlink(`${repositoryRoot}node_modules`, at('linked-office', 'node_modules'));
    await putPlugin(at('sample'), {
      manifest: codeManifestOf(),
      files: { 'index.mjs': toolModule('t', '') },
    });
    const program = at('linked-office', 'dist', 'cli', 'plugin.js');
    const { code, stdout } = await runProgram('node', [program, 'check', at('sample')]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('The office would load it.')]);
  });
});
