import { readFile, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { isObject } from 'class-validator';
import type { FloorFile, FloorPreview } from '../../protocol/records/floor-files.js';
import type { FloorOffers } from '../../protocol/records/floor-offers.js';
import { floorFileTexts } from '../../protocol/texts/floor-files.js';
import type { Act, Around } from '../around.js';
import { office } from '../command-name.js';
import { spend } from '../money.js';
import type { Output } from '../output.js';
import { excerpt } from '../printable.js';
import { UsageError } from '../usage-error.js';

interface ImportOptions {
  readonly template?: string;
  readonly name?: string;
  readonly folder?: string;
  readonly path?: string;
  readonly trusted?: boolean;
  readonly dryRun?: boolean;
}

/** Commands on floors as files, and on what their folders offer. */
export function addFloorFiles(floors: Command, act: Act): void {
  floors
    .command('export')
    .description('a floor as a file: people, policies, pipelines, skills, style, ceilings')
    .argument('<floor>')
    .argument('[file]', 'where to write it; absent: standard output')
    .action(act(exportFloor));
  floors
    .command('import')
    .description('open a floor as a file describes it, without the rights that it names')
    .argument('[file]')
    .option('--template <id>', 'a floor of the gallery in place of a file')
    .option('--name <name>', "in place of the file's")
    .option('--folder <name>', 'the directory below the folder of floors')
    .option('--path <directory>', 'an absolute directory in place of it')
    .option('--trusted', 'the files that it holds are to be trusted')
    .option('--dry-run', 'only tell what would be made')
    .action(act(importFloor));
  floors.command('templates').description('the gallery').action(act(templates));
  floors
    .command('offers')
    .description('agents, commands and skills in the folder of a floor')
    .argument('<floor>')
    .action(act(offers));
}

async function exportFloor({ http, out }: Around, { args: [id = '', file] }: Command) {
  const exported = await http.exportWorkspace(id);
  const text = `${JSON.stringify(exported, null, 2)}\n`;
  if (file === undefined) return out.show(exported, () => text.trimEnd().split('\n'));
  await writeFile(file, text);
  out.show(exported, () => [`Floor ${id} is in ${file}.`]);
}

async function importFloor({ http, out }: Around, command: Command): Promise<void> {
  const { template, dryRun, ...options } = command.opts<ImportOptions>();
  const file = await fileOf(http, command.args[0], template);
  const named = { file, ...(options.name !== undefined && { name: options.name }) };
  const preview = await http.previewWorkspace(named);
  if (dryRun === true) return out.show(preview, () => told(out, preview));
  const floor = await http.importWorkspace({ file, ...options });
  out.show(floor, ({ id, path, roleCount }) => [
    `Floor ${id} is open with ${roleCount} people; it works in ${path}`,
    ...notTaken(preview),
  ]);
}

/** @throws UsageError unless there is one file or template */
async function fileOf(
  http: Around['http'],
  file: string | undefined,
  template: string | undefined,
): Promise<object> {
  if ((file === undefined) === (template === undefined)) {
    throw new UsageError(
      `Name a file or a template: ${office} floors import garden.json, or --template writing`,
    );
  }
  if (template !== undefined) return http.floorTemplate(template);
  const text = await readFile(file ?? '', 'utf8');
  try {
    const given: unknown = JSON.parse(text);
    if (isObject<FloorFile>(given)) return given;
  } catch {
    // Reported below, without quoting the file.
  }
  throw new UsageError(floorFileTexts.notAFile);
}

function told(out: Output, preview: FloorPreview): string[] {
  const { name, description = '', people, pipelineIds, skillIds, budget, conflicts } = preview;
  return [
    `${out.paint('bold', excerpt(name, 60))}: ${excerpt(description, 200)}`,
    `Pipelines ${pipelineIds.join(', ')}; ${skillIds.length} skills; ${spend(budget.defaultRunUsd)} a run.`,
    '',
    ...out.table(
      ['employee', 'name', 'title'],
      people.map(({ id, displayName, title }) => [
        excerpt(id, 40),
        excerpt(displayName, 30),
        excerpt(title, 40),
      ]),
    ),
    ...notTaken(preview),
    ...conflicts.map((line) => excerpt(line, 300)),
  ];
}

function notTaken({ asksFor, leftOut }: FloorPreview): string[] {
  return [
    ...asksFor.map((line) => `Asks for, and does not get: ${excerpt(line, 300)}`),
    ...leftOut.map((line) => excerpt(line, 300)),
  ];
}

async function templates({ http, out }: Around): Promise<void> {
  out.list(await http.floorTemplates(), (all) =>
    out.table(
      ['template', 'name', 'people', 'for'],
      all.map(({ id, name, people, description }) => [
        ...[id, name, String(people)],
        excerpt(description, 100),
      ]),
    ),
  );
}

async function offers({ http, out }: Around, { args: [id = ''] }: Command): Promise<void> {
  out.show(await http.floorOffers(id), (found) => offered(out, found));
}

function offered(out: Output, { roles, briefs, skills, skipped }: FloorOffers): string[] {
  const rows = [
    ...roles.map(({ path, role, leftOut }) => ({
      ...{ kind: 'person', name: role.displayName, path, leftOut },
    })),
    ...briefs.map(({ path, name, leftOut }) => ({ kind: 'brief', name, path, leftOut })),
    ...skills.map(({ path, id }) => ({ kind: 'skill', name: id, path, leftOut: [] })),
  ];
  if (rows.length + skipped.length === 0) return ['The folder of this floor offers nothing.'];
  return [
    ...out.table(
      ['kind', 'name', 'file', 'not taken over'],
      rows.map(({ kind, name, path, leftOut }) => [
        kind,
        excerpt(name, 40),
        excerpt(path, 80),
        excerpt(leftOut.join(', '), 80),
      ]),
    ),
    ...skipped.map(({ path, reason }) => `Left out ${excerpt(path, 80)}: ${excerpt(reason, 200)}`),
  ];
}
