import { Argument, Option, type Command } from 'commander';
import {
  type MemoryKind,
  memoryKinds,
  type MemoryScope,
  memoryScopes,
} from '../../protocol/records/enums.js';
import type { MemoryFact } from '../../protocol/records/memory.js';
import type { Act, Around } from '../around.js';
import type { Output } from '../output.js';
import { excerpt } from '../printable.js';
import { office } from '../command-name.js';

interface WriteOptions {
  readonly scope: MemoryScope;
  readonly kind: MemoryKind;
  readonly workspace?: string;
  readonly role?: string;
  readonly corrects?: string;
}

interface SearchOptions {
  readonly workspace?: string;
  readonly role?: string;
}

const examples = `
Examples:
  $ ${office} memory                                what the office believes
  $ ${office} memory search "dates"                 what an employee would be shown
  $ ${office} memory add "Dates are ISO 8601" --kind convention
  $ ${office} memory add "Dates are UTC" --corrects fact_1a2b
  $ ${office} memory retract fact_1a2b "not true any more"`;

export function addMemory(program: Command, act: Act): void {
  const memory = program
    .command('memory')
    .description('what the office remembers')
    .option('--all', 'facts that are not believed any more as well')
    .addHelpText('after', examples)
    .action(act(list));
  memory
    .command('search')
    .description('ranked recall')
    .addArgument(new Argument('<words...>'))
    .option('--workspace <floor>', 'as somebody on this floor')
    .option('--role <role>', 'as the holder of this role')
    .action(act(search));
  memory
    .command('add')
    .description('write a fact, or correct one')
    .argument('<text>')
    .addOption(
      new Option('--scope <scope>', 'who may know it')
        .choices(memoryScopes)
        .default('installation'),
    )
    .addOption(new Option('--kind <kind>', 'what it is').choices(memoryKinds).default('note'))
    .option('--workspace <floor>', 'for the scopes workspace and role')
    .option('--role <role>', 'for the scope role')
    .option('--corrects <fact>', 'the fact that it replaces')
    .action(act(add));
  memory
    .command('retract')
    .description('stop believing a fact; it stays on record')
    .argument('<fact>')
    .argument('[reason]')
    .action(act(retract));
}

async function list({ http, out }: Around, command: Command): Promise<void> {
  const { all } = command.opts<{ readonly all?: boolean }>();
  const { facts } = await http.memory();
  out.list(
    facts.filter(({ invalidFrom }) => all === true || invalidFrom === null),
    (shown) => rows(out, shown),
  );
}

async function search({ http, out }: Around, command: Command): Promise<void> {
  const { workspace, role } = command.opts<SearchOptions>();
  const { facts, notice } = await http.searchMemory({
    q: command.args.join(' '),
    ...(workspace && { workspaceId: workspace }),
    ...(role && { roleId: role }),
  });
  out.list(facts, (shown) => [...rows(out, shown), ...(notice === null ? [] : ['', notice])]);
}

function rows(out: Output, facts: readonly MemoryFact[]): string[] {
  if (facts.length === 0) return [`No facts. Write one: ${office} memory add "<text>"`];
  return out.table(
    ['fact', 'kind', 'scope', 'text'],
    facts.map(({ id, kind, scope, scopeId, text, invalidFrom }) => [
      id,
      kind,
      scopeId === null ? scope : `${scope} ${scopeId}`,
      `${invalidFrom === null ? '' : '(retracted) '}${excerpt(text, 100)}`,
    ]),
  );
}

async function add({ http, out }: Around, command: Command): Promise<void> {
  const { scope, kind, workspace, role, corrects } = command.opts<WriteOptions>();
  const fact = await http.remember({
    scope,
    kind,
    text: command.args[0] ?? '',
    ...(workspace && { workspaceId: workspace }),
    ...(role && { roleId: role }),
    ...(corrects && { supersedes: corrects }),
  });
  out.show(fact, ({ id }) => [`Remembered as ${id}.`]);
}

async function retract({ http, out }: Around, command: Command): Promise<void> {
  const [id = '', reason] = command.args;
  out.show(await http.retract(id, reason), ({ readBy }) => [
    `Retracted. ${readBy.length} run(s) were shown it${readBy.length > 0 ? ':' : '.'}`,
    ...readBy.map((runId) => `  ${runId}`),
  ]);
}
