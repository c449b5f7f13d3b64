import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PluginRecord } from '../../src/protocol/records/plugins.js';
import { MarketplaceServer } from '../support/plugins/marketplace-server.js';
import { putPlugin } from '../support/plugins/plugin-workshop.js';
import { runProgram } from '../support/run-program.js';
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
    const { told } = await office.use('com_example_word_count_count_words', { path: 'poem.txt' });
    expect(told).toContain('4 word(s)');
  });

  it('says what is wrong with a plugin', async () => {
    await putPlugin(at('broken'), {
      manifest: { id: 'Broken', name: 'B' },
    });
    const { code, stdout } = await plugin('check', at('broken'));
    expect(code).toBe(1);
    expect(stdout).toContain('problem: id: must be lowercase reverse-dns style');
    expect((await plugin('pack', at('broken'), '--to', at('market'))).code).toBe(1);
    await writeFile(
      at('word-count', 'index.mjs'),
      'export function activate() { throw new Error("oops"); }',
    );
    const failing = await plugin('check', at('word-count'));
    expect([failing.code, failing.stdout]).toEqual([
      1,
      expect.stringContaining('problem: failed to activate: oops'),
    ]);
  });
});
