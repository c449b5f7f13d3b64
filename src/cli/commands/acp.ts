import type { Command } from 'commander';
import type { Act } from '../around.js';
import { office } from '../command-name.js';

const help = `
An editor starts it and speaks the Agent Client Protocol over its input and output. The folder
that is open there is a floor; one is opened where there is none.

Example:
  $ ${office} acp --url http://127.0.0.1:8787       as the command of an agent in an editor`;

export function addAcp(program: Command, act: Act): void {
  program
    .command('acp')
    .description('the office as an agent in an editor, over standard input and output')
    .addHelpText('after', help)
    .action(
      act(async (around) => {
        // No other command needs the protocol.
        const { serveEditor } = await import('../acp/serve-editor.js');
        await serveEditor(around);
      }),
    );
}
