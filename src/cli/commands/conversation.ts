import type { Command } from 'commander';
import type { DirectMessage } from '../../protocol/records/conversations.js';
import type { Act, Around } from '../around.js';
import { printable } from '../printable.js';
import { office } from '../command-name.js';

interface ChatOptions {
  readonly workspace?: string;
}

export function addConversation(program: Command, act: Act): void {
  program
    .command('chat')
    .description('ask an employee something, outside any run')
    .argument('<employee>', 'the id of a role, e.g. cto')
    .argument('<text...>')
    .option('--workspace <floor>', 'the floor the employee works on')
    .addHelpText('after', `\nExample:\n  $ ${office} chat cto "What would you look at first?"`)
    .action(act(chat));
}

async function chat({ http, out, interrupt }: Around, command: Command): Promise<void> {
  const [employeeId = '', ...words] = command.args;
  const { workspace } = command.opts<ChatOptions>();
  const message = {
    employeeId,
    text: words.join(' '),
    ...(workspace && { workspaceId: workspace }),
  };
  const said = await http.chat(message, { signal: interrupt.signal });
  const answers = said.slice(-1).filter(({ role }) => role === 'employee');
  out.list(answers, (shown) => shown.map((each: DirectMessage) => printable(each.text)));
}
