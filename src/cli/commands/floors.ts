import type { Command } from 'commander';
import type { OrganisationDetail } from '../../protocol/records/organisation-detail.js';
import type { WorkspaceSummary } from '../../protocol/records/organisation.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import type { Act, Around } from '../around.js';
import { spend } from '../money.js';
import type { Output } from '../output.js';
import { excerpt } from '../printable.js';
import { office } from '../command-name.js';
import { addFloorFiles } from './floor-files.js';

interface OpenOptions {
  readonly description?: string;
  readonly folder?: string;
  readonly path?: string;
  readonly trusted?: boolean;
}

const examples = `
Examples:
  $ ${office} floors                                every floor of the house
  $ ${office} floors show default                   who works there, on what
  $ ${office} floors open "Garden" --description "Plants and people"
  $ ${office} floors select garden                  the one that consoles show
  $ ${office} floors templates                      floors to begin with
  $ ${office} floors import --template writing --dry-run
  $ ${office} floors export garden garden.json      a floor as a file
  $ ${office} floors import garden.json             a new floor like it
  $ ${office} floors offers garden                  what its folder holds for other tools`;

export function addFloors(program: Command, act: Act): void {
  const floors = program
    .command('floors')
    .description('the floors of the office')
    .addHelpText('after', examples)
    .action(act(list));
  floors
    .command('show')
    .description('one floor and its people')
    .argument('<floor>')
    .action(act(show));
  floors
    .command('open')
    .description('open a floor, fully staffed')
    .argument('<name>')
    .option('--description <text>', 'what it is for')
    .option('--folder <name>', 'the directory below the folder of floors')
    .option('--path <directory>', 'an absolute directory in place of it')
    .option('--trusted', 'the files that it holds are to be trusted')
    .action(act(open));
  floors
    .command('trust')
    .description('mark the files of a floor as trusted')
    .argument('<floor>')
    .action(act(trust));
  floors
    .command('close')
    .description('close a floor; its directory and runs stay')
    .argument('<floor>')
    .action(act(close));
  floors
    .command('select')
    .description('show this floor everywhere')
    .argument('<floor>')
    .action(act(select));
  addFloorFiles(floors, act);
}

async function list({ http, out }: Around): Promise<void> {
  out.list(await http.workspaces(), (floors) => rows(out, floors));
}

function rows(out: Output, floors: readonly WorkspaceSummary[]): string[] {
  return out.table(
    ['floor', 'name', 'people', 'active runs', 'spent', 'directory'],
    floors.map(({ id, name, roleCount, activeRuns, spentUsd, path }) => [
      id,
      excerpt(name, 40),
      String(roleCount),
      String(activeRuns),
      spend(spentUsd),
      excerpt(path, 80),
    ]),
  );
}

async function show({ http, out }: Around, { args: [id = ''] }: Command): Promise<void> {
  out.show(await http.workspace(id), (floor) => people(out, floor));
}

function people(out: Output, floor: OrganisationDetail): string[] {
  const { name, company, routingPosture, employees } = floor;
  return [
    `${out.paint('bold', excerpt(name, 60))}: ${excerpt(company.mission, 200)}`,
    `Posture ${routingPosture}; ${spend(floor.spentUsd)} spent.`,
    '',
    ...out.table(
      ['employee', 'name', 'title', 'status', 'at work on'],
      employees.map(({ id, displayName, title, status, activity }) => [
        id,
        excerpt(displayName, 30),
        excerpt(title, 40),
        status,
        excerpt(activity ?? '', 60),
      ]),
    ),
  ];
}

async function open({ http, out }: Around, command: Command): Promise<void> {
  const floor = { name: command.args[0] ?? '', ...command.opts<OpenOptions>() };
  out.show(await http.createWorkspace(floor), ({ id, path, trusted }) => [
    `Floor ${id} is open; it works in ${path}`,
    ...(trusted === false
      ? [workspaceTexts.notTrusted(id), `${office} floors trust ${id}   marks them as trusted`]
      : []),
  ]);
}

async function trust({ http, out }: Around, { args: [id = ''] }: Command): Promise<void> {
  out.show(await http.updateWorkspace(id, { trusted: true }), () => [
    `The files of floor ${id} are trusted.`,
  ]);
}

async function close({ http, out }: Around, { args: [id = ''] }: Command): Promise<void> {
  out.show(await http.removeWorkspace(id), () => [`Floor ${id} is closed.`]);
}

async function select(around: Around, { args: [workspaceId = ''] }: Command): Promise<void> {
  using office = await around.connect();
  const { signal } = around.interrupt;
  const state = await office.selectWorkspace(workspaceId, { signal });
  around.out.show({ activeWorkspaceId: state.activeWorkspaceId }, () => [
    `Floor ${workspaceId} is shown.`,
  ]);
}
