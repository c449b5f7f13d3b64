import { Option, type Command } from 'commander';
import type { AccessToken, AuditEntry } from '../../protocol/records/access.js';
import { type Right, rights } from '../../protocol/rights.js';
import { deedWord } from '../../protocol/texts/deeds.js';
import { doorWord } from '../../protocol/texts/doors.js';
import { rightWords } from '../../protocol/texts/right-words.js';
import type { Act, Around } from '../around.js';
import { office } from '../command-name.js';
import type { Output } from '../output.js';
import { printable } from '../printable.js';
import { timeOf } from '../time-of.js';
import { UsageError } from '../usage-error.js';

interface MakeOptions {
  readonly right?: readonly Right[];
  readonly until?: string;
}

interface AuditOptions {
  readonly since?: string;
  readonly export?: boolean;
}

const tokensHelp = `
From the first token on every caller needs one, this command line too: set OFFICE_API_TOKEN to it.

Rights:
${rights.map((right) => `  ${right.padEnd(12)}${rightWords[right]}`).join('\n')}

Examples:
  $ ${office} tokens                                    who may do what
  $ ${office} tokens make ada --right work approve administer
  $ ${office} tokens make wall-display                  may only read
  $ ${office} tokens make ci --right work --until 2026-12-31
  $ ${office} tokens revoke token_1a2b`;

const auditHelp = `
Examples:
  $ ${office} audit                                     the last hundred changes
  $ ${office} audit --export > audit.jsonl              the whole log as JSON lines
  $ ${office} audit --export --since 2026-01-01         and only since then`;

export function addAccess(program: Command, act: Act): void {
  const tokens = program
    .command('tokens')
    .description('tokens with a name and rights')
    .addHelpText('after', tokensHelp)
    .action(act(list));
  tokens
    .command('make')
    .description('make a token, which is shown once')
    .argument('<name>', 'stands with every decision made with it')
    .addOption(
      new Option('--right <rights...>', 'what it may do besides reading').choices(
        rights.filter((right) => right !== 'read'),
      ),
    )
    .option('--until <time>', 'when it ends; never when absent')
    .action(act(make));
  tokens
    .command('revoke')
    .description('end a token and its connections')
    .argument('<token>', 'its id')
    .action(act(revoke));
  program
    .command('audit')
    .description('who changed what, when and from where')
    .option('--export', 'the log as JSON lines, the oldest entry first')
    .option('--since <time>', 'with --export: only entries of this time and later')
    .addHelpText('after', auditHelp)
    .action(act(audit));
}

async function list({ http, out }: Around): Promise<void> {
  out.list(await http.tokens(), (tokens) => rows(out, tokens));
}

function rows(out: Output, tokens: readonly AccessToken[]): string[] {
  if (tokens.length === 0) return [`No tokens. Make one: ${office} tokens make <name>`];
  return out.table(
    ['token', 'name', 'rights', 'last used', 'ends'],
    tokens.map(({ id, kind, name, rights: given, lastUsedAt, expiresAt }) => [
      id,
      `${printable(name)}${kind === 'session' ? ' (signed in)' : ''}`,
      given.join(' '),
      lastUsedAt === null ? 'never' : timeOf(lastUsedAt),
      expiresAt === null ? 'never' : timeOf(expiresAt),
    ]),
  );
}

async function make({ http, out }: Around, command: Command): Promise<void> {
  const { right = [], until } = command.opts<MakeOptions>();
  const made = await http.makeToken({
    name: command.args[0] ?? '',
    rights: right,
    ...(until !== undefined && { expiresAt: timeIn('--until', until) }),
  });
  out.show(made, ({ id, token, rights: given }) => [
    `Made ${id} with ${given.join(', ')}. It is shown this once:`,
    '',
    `  ${token}`,
  ]);
}

async function revoke({ http, out }: Around, command: Command): Promise<void> {
  const [id = ''] = command.args;
  out.show(await http.revokeToken(id), () => [`Revoked ${id}.`]);
}

async function audit(around: Around, command: Command): Promise<void> {
  const { http, out, interrupt } = around;
  const { since, export: whole = false } = command.opts<AuditOptions>();
  const { signal } = interrupt;
  if (!whole) {
    if (since !== undefined) throw new UsageError('--since goes with --export.');
    const { entries } = await http.auditPage({}, { signal });
    return out.list(entries, (shown) => auditRows(out, shown));
  }
  for await (const piece of http.audit(since === undefined ? undefined : timeIn('--since', since), {
    signal,
  })) {
    process.stdout.write(piece);
  }
}

/** @throws UsageError */
function timeIn(option: string, text: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at) || at < 0) {
    throw new UsageError(`${option} takes a time such as 2026-01-31 or 2026-01-31T12:00:00Z.`);
  }
  return at;
}

function auditRows(out: Output, entries: readonly AuditEntry[]): string[] {
  if (entries.length === 0) return ['Nothing was changed yet.'];
  return out.table(
    ['when', 'who', 'from', 'what', 'about', 'outcome'],
    entries.map(({ at, name, address, door, operation, object, outcome, message }) => [
      timeOf(at),
      printable(name ?? '-'),
      `${address ?? '-'}, ${doorWord(door)}`,
      deedWord(operation),
      printable(object ?? '-'),
      message === null ? outcome : `${outcome}: ${printable(message)}`,
    ]),
  );
}
