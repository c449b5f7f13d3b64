import type { Command } from 'commander';
import type { PluginRecord } from '../../protocol/records/plugins.js';
import type { Act, Around } from '../around.js';
import { exitCodes } from '../exit-codes.js';
import type { Output } from '../output.js';
import { excerpt } from '../printable.js';
import { office } from '../command-name.js';

const examples = `
Examples:
  $ ${office} plugins                               what extends the office, and how it is
  $ ${office} plugins enable com.example.word-count
  $ ${office} plugins install https://example.com/catalog.json com.example.word-count
  $ ${office} plugins new ../word-count             a plugin of your own
  $ ${office} plugins check ../word-count`;

export function addPlugins(program: Command, act: Act): void {
  const plugins = program
    .command('plugins')
    .description('what extends the office')
    .addHelpText('after', examples)
    .action(act(list));
  addSwitch(plugins, act, 'enable', 'turn a plugin on');
  addSwitch(plugins, act, 'disable', 'turn a plugin off');
  plugins
    .command('install')
    .description('install a plugin from a marketplace, or upgrade it')
    .argument('<catalog>', 'the address of the catalogue')
    .argument('<plugin>')
    .option('--upgrade', 'replace an older version')
    .action(act(install));
  plugins
    .command('remove')
    .description('remove an installed plugin and its settings')
    .argument('<plugin>')
    .action(act(remove));
  plugins.command('refresh').description('read the plugin directories anew').action(act(refresh));
  addAuthoring(plugins, act);
}

/** Commands on a plugin's directory, which need no office but load slowly. */
function addAuthoring(plugins: Command, act: Act): void {
  plugins
    .command('new')
    .description('make a plugin that works, to be changed')
    .argument('<directory>')
    .option('--id <id>', 'what it is called, e.g. com.example.word-count')
    .action(
      act(async ({ out }, command) => {
        const { id } = command.opts<{ readonly id?: string }>();
        const { makePlugin } = await import('../plugin-new.js');
        out.lines(await makePlugin(command.args[0] ?? '', id));
      }),
    );
  plugins
    .command('check')
    .description('say what is wrong with a plugin')
    .argument('<directory>')
    .action(
      act(async ({ out }, { args: [directory = ''] }) => {
        const { reportOnPlugin } = await import('../plugin-check.js');
        const { ok, lines } = await reportOnPlugin(directory);
        out.lines(lines);
        return ok ? exitCodes.done : exitCodes.failed;
      }),
    );
  plugins
    .command('pack')
    .description('pack a plugin and enter it into a catalogue')
    .argument('<directory>')
    .option('--to <directory>', 'where bundle and catalogue go', 'market')
    .action(
      act(async ({ out }, command) => {
        const { to } = command.opts<{ readonly to: string }>();
        const { packPlugin } = await import('../plugin-pack.js');
        out.lines(await packPlugin(command.args[0] ?? '', to));
      }),
    );
}

function addSwitch(plugins: Command, act: Act, name: string, description: string): void {
  plugins
    .command(name)
    .description(description)
    .argument('<plugin>')
    .action(
      act(async ({ http, out }, { args: [id = ''] }) => {
        out.show(await http.enablePlugin(id, name === 'enable'), (plugin) => rows(out, [plugin]));
      }),
    );
}

async function list({ http, out }: Around): Promise<void> {
  out.list((await http.plugins()).records, (plugins) => rows(out, plugins));
}

function rows(out: Output, plugins: readonly PluginRecord[]): string[] {
  if (plugins.length === 0) return [`No plugins. Make one: ${office} plugins new <directory>`];
  return out.table(
    ['plugin', 'version', 'from', 'status', ''],
    plugins.map(({ manifest, source, status, error, update }) => [
      manifest.id,
      manifest.version,
      source,
      status,
      excerpt(error ?? (update === undefined ? '' : `${update.latest} is on offer`), 120),
    ]),
  );
}

async function install({ http, out }: Around, command: Command): Promise<void> {
  const [catalogUrl = '', pluginId = ''] = command.args;
  const { upgrade = false } = command.opts<{ readonly upgrade?: boolean }>();
  const plugin = await http.installPlugin({ catalogUrl, pluginId, upgrade });
  out.show(plugin, () => rows(out, [plugin]));
}

async function remove({ http, out }: Around, { args: [id = ''] }: Command): Promise<void> {
  out.show(await http.removePlugin(id), () => [`${id} is removed.`]);
}

async function refresh({ http, out }: Around): Promise<void> {
  out.list((await http.refreshPlugins()).records, (plugins) => rows(out, plugins));
}
