import type { Command } from 'commander';
import type { TurnDiff } from '../../protocol/records/file-changes.js';
import { changesTexts } from '../../protocol/texts/changes.js';
import type { Act, Around } from '../around.js';
import { office } from '../command-name.js';
import { printable } from '../printable.js';

const help = `
What is to be known of the change besides is said on standard error.

Examples:
  $ ${office} diff run_1a2b > change.patch && git apply change.patch
  $ ${office} diff run_1a2b --json | jq -r '.files[].path'
  $ ${office} diff run_1a2b --turns          what each turn changed, as far as records keep it`;

export function addDiff(program: Command, act: Act): void {
  program
    .command('diff')
    .description('what a run changed in files in all, as a patch that git takes')
    .argument('<run>')
    .option('--turns', 'the change of each turn, one after another')
    .addHelpText('after', help)
    .action(act(diff));
}

async function diff(around: Around, command: Command): Promise<void> {
  const [id = ''] = command.args;
  const { turns } = command.opts<{ readonly turns?: boolean }>();
  return turns ? diffOfTurns(around, id) : wholeDiff(around, id);
}

async function wholeDiff({ http, out, interrupt: { signal } }: Around, id: string): Promise<void> {
  const changes = await http.changes(id, { signal });
  if (out.isJson) return out.show(changes, () => []);
  await out.pour(http.patchOf(id, [], { signal }));
  const { notes, unrecorded } = changes;
  note(...notes, ...(unrecorded.length > 0 ? [changesTexts.unrecorded(unrecorded)] : []));
}

async function diffOfTurns({ http, out }: Around, id: string): Promise<void> {
  const { turns } = await http.run(id);
  const diffs = turns.flatMap(({ diff: each }) => each ?? []);
  out.list(diffs, (shown) => shown.flatMap(patchLines));
  if (!out.isJson && diffs.some(({ truncated }) => truncated)) note(changesTexts.turnsShortened);
}

function patchLines({ files }: TurnDiff): string[] {
  return files.flatMap(({ patch }) => (patch === '' ? [] : patch.replace(/\n$/, '').split('\n')));
}

/** Printed separately, so that the patch stays intact. */
function note(...lines: readonly string[]): void {
  for (const line of lines) console.error(printable(line));
}
