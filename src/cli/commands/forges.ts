import { type Command, Option } from 'commander';
import { processSource } from '../../platform/config/read-environment.js';
import { type ForgeKind, forgeKinds } from '../../protocol/records/enums.js';
import type {
  ConnectedForge,
  Forge,
  ForgeIssue,
  ForgeToken,
} from '../../protocol/records/forges.js';
import { forgePlaceOf } from '../../protocol/rules/forge-place.js';
import { amount } from '../amount-option.js';
import type { Act, Around } from '../around.js';
import { office } from '../command-name.js';
import { readHiddenLine } from '../hidden-line.js';
import { spend } from '../money.js';
import type { Output } from '../output.js';
import { printable } from '../printable.js';
import { timeOf } from '../time-of.js';
import { UsageError } from '../usage-error.js';

/** The token comes from this variable, so that no argument list shows it. */
const tokenVariable = 'OFFICE_FORGE_TOKEN';

interface RuleOptions {
  readonly floor?: string;
  readonly label?: string;
  readonly mention?: string;
  readonly pipeline?: string;
  readonly issueUsd?: number;
  readonly wakes?: number;
  readonly perDay?: number;
  readonly pollSeconds?: number;
}

interface ConnectOptions extends RuleOptions {
  readonly kind?: ForgeKind;
  readonly server?: string;
}

interface ChangeOptions extends RuleOptions {
  readonly token?: boolean;
}

const help = `
The token is asked for, read from standard input, or from ${tokenVariable}.

Examples:
  $ ${office} forges connect https://github.com/acme/widgets --floor default
  $ ${office} forges                                    what is connected, and how it stands
  $ ${office} forges issues forge_1a2b                  each issue with its run and request
  $ ${office} forges connect https://git.example.org/acme/widgets --kind gitea
  $ ${office} forges connect acme/tools/widgets --kind gitlab --server https://example.org/gitlab
  $ ${office} forges change forge_1a2b --issue-usd 2 --mention office
  $ ${office} forges pause forge_1a2b`;

export function addForges(program: Command, act: Act): void {
  const forges = program
    .command('forges')
    .description('repositories whose issues become work')
    .addHelpText('after', help)
    .action(act(list));
  withRules(
    forges
      .command('connect')
      .description('connect a repository with a floor')
      .argument('<repository>', 'its address, or owner/name')
      .addOption(new Option('--kind <kind>', 'of a server of its own').choices([...forgeKinds]))
      .option(
        '--server <address>',
        'of a server of its own, where that of the repository does not say it',
      ),
    'the floor, whose folder is a clone; the first one when absent',
  ).action(act(connect));
  withRules(
    forges
      .command('change')
      .description('change its rules, floor or token')
      .argument('<forge>', 'its id')
      .option('--token', 'ask for another token'),
    'another floor',
  ).action(act(change));
  for (const [name, description, action] of onOne) {
    forges.command(name).description(description).argument('<forge>', 'its id').action(act(action));
  }
}

const onOne = [
  ['issues', 'issues that became work, the newest first', issues],
  ['rights', 'what its token may do there', rights],
  ['secret', 'make the secret of its webhook anew; the former one ends at once', renewSecret],
  ['poll', 'look for news now', poll],
  ['pause', 'take no issue and ask for no news', pause],
  ['resume', 'go on', resume],
  ['remove', 'disconnect it', remove],
] as const;

function withRules(command: Command, floor: string): Command {
  return command
    .option('--floor <id>', floor)
    .option('--label <label>', 'issues with it become work; empty: none')
    .option('--mention <name>', 'issues that mention it become work; empty: none')
    .option('--pipeline <id>', 'the pipeline; the office chooses when absent')
    .option('--issue-usd <usd>', 'ceiling of all runs of an issue', amount)
    .option('--wakes <count>', 'how often checks and comments go on with it', amount)
    .option('--per-day <count>', 'most issues begun within a day', amount)
    .option('--poll-seconds <seconds>', 'between two looks for news', amount);
}

function rulesOf({ floor, pipeline, ...rules }: RuleOptions) {
  const { label, mention, issueUsd, wakes, perDay, pollSeconds } = rules;
  return {
    ...(floor !== undefined && { workspaceId: floor }),
    ...(pipeline !== undefined && { pipelineId: pipeline }),
    ...(label !== undefined && { label }),
    ...(mention !== undefined && { mention }),
    ...(issueUsd !== undefined && { issueUsd }),
    ...(wakes !== undefined && { wakes }),
    ...(perDay !== undefined && { perDay }),
    ...(pollSeconds !== undefined && { pollSeconds }),
  };
}

async function list({ http, out }: Around): Promise<void> {
  out.list(await http.forges(), (forges) => rows(out, forges));
}

function rows(out: Output, forges: readonly Forge[]): string[] {
  if (forges.length === 0) return [`No forges. "${office} forges --help" has examples.`];
  return out.table(
    ['forge', 'kind', 'repository', 'floor', 'as', 'last look', 'state'],
    forges.map(({ id, kind, repository, workspaceId, login, polledAt, ...forge }) => [
      ...[id, kind, printable(repository), workspaceId, printable(login)],
      ...[polledAt === null ? 'not yet' : timeOf(polledAt), stateOf(forge)],
    ]),
  );
}

function stateOf(forge: StandingForge): string {
  if (forge.paused) return 'paused';
  return printable([forge.problem, ...notesOf(forge)].find((each) => each !== null) ?? 'on');
}

type StandingForge = Pick<Forge, 'paused' | 'problem' | 'ceilingNote' | 'folderNote'>;

/** Obstacles to the next issue. */
function notesOf({ ceilingNote, folderNote }: StandingForge): readonly string[] {
  return [ceilingNote, folderNote].filter((note) => note !== null);
}

async function connect(around: Around, command: Command): Promise<void> {
  const { http, out } = around;
  const { kind, server = null, ...rules } = command.opts<ConnectOptions>();
  const place = forgePlaceOf(command.args[0] ?? '', { kind, url: server });
  const url = server ?? place.url;
  const known = kind ?? place.kind ?? (url === null ? 'github' : null);
  if (known === null) throw new UsageError('Say with --kind what runs at this address.');
  const made = await http.connectForge({
    workspaceId: await firstFloor(around),
    ...rulesOf(rules),
    ...{ kind: known, repository: place.repository, token: await tokenFor(around) },
    ...(url !== null && { url }),
  });
  const token = await http.forgeToken(made.forge.id);
  warn(made.forge);
  out.show(made, (shown) => connectedLines(shown, token, around.address.url));
}

async function firstFloor({ http }: Around): Promise<string> {
  const [first] = await http.workspaces();
  return first?.id ?? '';
}

/** @throws UsageError if nothing was given */
async function tokenFor({ interrupt }: Around): Promise<string> {
  const given = processSource().env[tokenVariable]?.trim() ?? '';
  if (given !== '') return given;
  const streams = { input: process.stdin, output: process.stderr };
  const read = await readHiddenLine('Token of the forge: ', streams, interrupt.signal);
  if (read === '') {
    throw new UsageError(`Give the token at the prompt, on standard input or in ${tokenVariable}.`);
  }
  return read;
}

function connectedLines(
  { forge, webhookPath, webhookSecret }: ConnectedForge,
  token: ForgeToken,
  url: string,
): string[] {
  const { id, repository, workspaceId, label, mention } = forge;
  const asked = [
    ...(label === null ? [] : [`have the label "${printable(label)}"`]),
    ...(mention === null ? [] : [`mention @${printable(mention)}`]),
  ];
  return [
    `Connected ${printable(repository)} with the floor ${workspaceId} as ${id}.`,
    ...rightsLines(token),
    `Issues that ${asked.join(' or ')} become work.`,
    'If the forge can reach this office, enter a webhook there, with JSON as content type:',
    '',
    `  ${url}${webhookPath}`,
    `  ${webhookSecret}`,
    '',
    'The secret is shown this once. Without a webhook the office asks for news by itself.',
  ];
}

function rightsLines({ login, push, issues: mayIssues, checks }: ForgeToken): string[] {
  const word = (may: boolean): string => (may ? 'yes' : 'no');
  return [
    `The token is of ${printable(login)}: pushes ${word(push)}, reads issues ${word(mayIssues)}, reads checks ${word(checks)}.`,
  ];
}

async function change(around: Around, command: Command): Promise<void> {
  const { http, out } = around;
  const [id = ''] = command.args;
  const { token, ...rules } = command.opts<ChangeOptions>();
  const given = token === true && { token: await tokenFor(around) };
  const changed = await http.changeForge(id, { ...rulesOf(rules), ...given });
  warn(changed);
  out.show(changed, () => [`Changed ${id}.`]);
}

/** Says before any issue comes why its run would fail. */
function warn(forge: Forge): void {
  for (const note of notesOf(forge)) process.stderr.write(`${printable(note)}\n`);
}

async function issues({ http, out }: Around, command: Command): Promise<void> {
  const [id = ''] = command.args;
  out.list(await http.forgeIssues(id), (found) => issueRows(out, found));
}

function issueRows(out: Output, found: readonly ForgeIssue[]): string[] {
  if (found.length === 0) return ['No issue has become work yet.'];
  return out.table(
    ['issue', 'title', 'state', 'run', 'request', 'spent', 'why'],
    found.map(({ number, title, state, runId, requestUrl, spentUsd, note }) => [
      ...[
        number === 0 ? '-' : `#${number}`,
        printable(title),
        state,
        runId ?? '-',
        printable(requestUrl ?? '-'),
      ],
      ...[spend(spentUsd), printable(note ?? '-')],
    ]),
  );
}

async function rights({ http, out }: Around, command: Command): Promise<void> {
  const [id = ''] = command.args;
  out.show(await http.forgeToken(id), rightsLines);
}

async function renewSecret({ http, out }: Around, command: Command): Promise<void> {
  const [id = ''] = command.args;
  out.show(await http.renewWebhookSecret(id), ({ webhookPath, webhookSecret }) => [
    `The new secret of the webhook at ${webhookPath} is shown this once:`,
    ...['', `  ${webhookSecret}`, ''],
    'The former secret no longer works. Until the forge has the new one, the office asks it for news.',
  ]);
}

async function poll({ http, out }: Around, command: Command): Promise<void> {
  const [id = ''] = command.args;
  out.show(await http.pollForge(id), () => [`The office looks for news of ${id}.`]);
}

async function pause({ http, out }: Around, command: Command): Promise<void> {
  const [id = ''] = command.args;
  out.show(await http.changeForge(id, { paused: true }), () => [`Paused ${id}.`]);
}

async function resume({ http, out }: Around, command: Command): Promise<void> {
  const [id = ''] = command.args;
  out.show(await http.changeForge(id, { paused: false }), () => [`${id} goes on.`]);
}

async function remove({ http, out }: Around, command: Command): Promise<void> {
  const [id = ''] = command.args;
  out.show(await http.removeForge(id), () => [`Disconnected ${id}.`]);
}
