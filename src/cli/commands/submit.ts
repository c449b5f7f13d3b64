import { text } from 'node:stream/consumers';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Isolation, isolations } from '../../protocol/records/enums.js';
import type { Act, Around } from '../around.js';
import { readBudget } from '../brief-arguments.js';
import { ceilingWarning } from '../ceiling-warning.js';
import { exitCodes } from '../exit-codes.js';
import { followRun } from '../follow.js';
import { renderAccepted } from '../render-report.js';
import { UsageError } from '../usage-error.js';
import { office } from '../command-name.js';

interface SubmitOptions {
  readonly pipeline?: string;
  readonly budget?: number;
  readonly workspace?: string;
  readonly follow?: boolean;
  readonly continue?: string;
  readonly full?: boolean;
  readonly isolation?: Isolation;
}

const examples = `
Examples:
  $ ${office} submit "Fix the date parser" --follow
  $ ${office} submit --budget 2 --pipeline code-change "Rename the button"
  $ ${office} submit --continue run_1a2b "Now add tests for it"
  $ ${office} submit - < brief.md                   the brief from a file
  $ ${office} submit "What is new?" --json | jq -r .id`;

export function addSubmit(program: Command, act: Act): void {
  program
    .command('submit')
    .description('commission a run')
    .argument('<brief...>', 'what you want done; "-" reads it from standard input')
    .option('--pipeline <id>', 'the pipeline; without it the office picks one that fits')
    .option('--budget <dollars>', 'what the run may spend at most', dollars)
    .option('--workspace <floor>', 'the floor that does the work')
    .option('--continue <run>', 'go on from a run that has ended')
    .option('--full', 'work on every stage of the pipeline, those on demand too')
    .addOption(
      new Option('--isolation <where>', 'work in the folder, or in a git worktree').choices(
        isolations,
      ),
    )
    .option('-f, --follow', 'watch it to its end and answer what it asks')
    .addHelpText('after', examples)
    .action(act(submit));
}

async function submit(around: Around, command: Command): Promise<number> {
  const options = command.opts<SubmitOptions>();
  const { pipeline, budget, workspace, follow, full, isolation, continue: continues } = options;
  const brief = await readBrief(command.args);
  const planned = {
    brief,
    ...(pipeline !== undefined && { pipelineId: pipeline }),
    ...(budget !== undefined && { budgetUsd: budget }),
    ...(workspace !== undefined && { workspaceId: workspace }),
    ...(continues !== undefined && { continues }),
    ...(full && { full }),
    ...(isolation !== undefined && { isolation }),
  };
  const warning = await ceilingWarning(planned, around.http);
  if (warning !== null) process.stderr.write(`${warning}\n`);
  const run = await around.http.submit(planned);
  if (follow) return followRun(around, run);
  const watch = `Watch it: ${around.typed(`follow ${run.id}`)}`;
  around.out.show(run, () => [...renderAccepted(run), watch]);
  return exitCodes.done;
}

async function readBrief(words: readonly string[]): Promise<string> {
  const brief = words.join(' ').trim();
  const read = brief === '-' ? (await text(process.stdin)).trim() : brief;
  if (read === '') throw new UsageError('Say what you want done.');
  return read;
}

function dollars(value: string): number {
  try {
    return readBudget(value);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : '');
  }
}
