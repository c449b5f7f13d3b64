import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import type { EvalTask } from './eval-task.js';

/** Time for the office where a task names none, s. */
const defaultLimitS = 900;

/** Paths that exist in the containers of such benches only. */
const containerPath =
  /(?<![\w.$}{)/-])\/(?:app|tests|logs|solution|oracle|testbed|workspace)(?=[/\s"'`);:,.]|$)/m;

/** Installs into the system, which is a container's own affair. */
const systemInstall = /\b(?:apt-get|apt|apk|yum|dnf)(?: -\S+)* (?:add|install|update|upgrade)\b/;

const yamlSchema = z.object({
  instruction: z.string().min(1),
  max_agent_timeout_sec: z.number().positive().optional(),
  max_test_timeout_sec: z.number().positive().optional(),
});

interface Layout {
  readonly instruction: string;
  readonly limitS: number | undefined;
  readonly checkLimitS: number | undefined;
  /** Names of what is copied in for the checks, relative to the task. */
  readonly hidden: readonly string[];
  /** Name of the script that decides, relative to the task. */
  readonly decides: string;
  readonly solution: string;
}

export interface RefusedTask {
  readonly id: string;
  readonly reason: string;
}

export interface ForeignTasks {
  readonly tasks: readonly EvalTask[];
  readonly refused: readonly RefusedTask[];
}

/** Why a task cannot be run here. */
class Refusal extends Error {}

/**
 * Reads a folder of tasks in the two layouts of Terminal-Bench, with a YAML file or with an
 * instruction in Markdown. What needs a container is refused.
 */
export function loadForeignTasks(folder: string): ForeignTasks {
  const tasks: EvalTask[] = [];
  const refused: RefusedTask[] = [];
  for (const id of readdirSync(folder).toSorted()) {
    if (!statSync(join(folder, id)).isDirectory()) continue;
    try {
      tasks.push(loadTask(id, resolve(folder, id)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ id, reason: error.message });
    }
  }
  return { tasks, refused };
}

function loadTask(id: string, own: string): EvalTask {
  const layout = layoutOf(own);
  const { instruction, limitS = defaultLimitS, checkLimitS } = layout;
  const absent = [layout.decides, ...layout.hidden].find((name) => !existsSync(join(own, name)));
  if (absent !== undefined) throw new Refusal(`it has no ${absent}`);
  const script = pathIn(own, 'setup.sh');
  const start = pathIn(own, 'repo');
  refuseContainer(own, { instruction, hasSetUp: (script ?? start) !== undefined });
  const solution = pathIn(own, layout.solution);
  return {
    id,
    brief: instruction.trim(),
    workspace: '.',
    origin: { kind: 'set-up', ...(start && { folder: start }), ...(script && { script }) },
    hidden: layout.hidden.map((name) => join(own, name)),
    check: ['bash', `.checks/${basename(layout.decides)}`],
    limitS,
    ...(checkLimitS !== undefined && { checkLimitS }),
    ...(solution !== undefined && { solution: readFileSync(solution, 'utf8') }),
  };
}

function layoutOf(own: string): Layout {
  if (existsSync(join(own, 'task.yaml')))
    return yamlLayout(readFileSync(join(own, 'task.yaml'), 'utf8'));
  if (!existsSync(join(own, 'instruction.md'))) {
    throw new Refusal('it has neither task.yaml nor instruction.md');
  }
  const settings = pathIn(own, 'task.toml');
  const toml = settings === undefined ? '' : readFileSync(settings, 'utf8');
  return {
    instruction: readFileSync(join(own, 'instruction.md'), 'utf8'),
    limitS: secondsIn(toml, 'agent'),
    checkLimitS: secondsIn(toml, 'verifier'),
    hidden: ['tests'],
    decides: 'tests/test.sh',
    solution: 'solution/solve.sh',
  };
}

function yamlLayout(text: string): Layout {
  const parsed = yamlSchema.safeParse(parseYaml(text));
  if (!parsed.success) throw new Refusal(`task.yaml: ${z.prettifyError(parsed.error)}`);
  return {
    instruction: parsed.data.instruction,
    limitS: parsed.data.max_agent_timeout_sec,
    checkLimitS: parsed.data.max_test_timeout_sec,
    hidden: ['run-tests.sh', 'tests'],
    decides: 'run-tests.sh',
    solution: 'solution.sh',
  };
}

/** `timeout_sec` of a table of TOML; nothing else of the file is read. */
function secondsIn(toml: string, table: string): number | undefined {
  const [, after = ''] = toml.split(new RegExp(String.raw`^\[${table}\][ \t]*$`, 'm'));
  const [own = ''] = after.split(/^\[/m);
  const seconds = /^timeout_sec\s*=\s*(\d+(?:\.\d+)?)/m.exec(own)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}

interface Needs {
  readonly instruction: string;
  readonly hasSetUp: boolean;
}

function refuseContainer(own: string, { instruction, hasSetUp }: Needs): void {
  const image = ['Dockerfile', 'docker-compose.yaml', 'environment'].find((name) =>
    existsSync(join(own, name)),
  );
  if (image !== undefined && !hasSetUp) {
    throw new Refusal(`it needs a container: it has ${image}, and neither setup.sh nor repo`);
  }
  const texts = [['the instruction', instruction] as const, ...scriptsOf(own)];
  for (const [name, text] of texts) {
    const sign = (containerPath.exec(text) ?? systemInstall.exec(text))?.[0];
    if (sign !== undefined) throw new Refusal(`it needs a container: ${name} has ${sign}`);
  }
}

/** The scripts and tests of a task with their texts. */
function scriptsOf(own: string): readonly (readonly [string, string])[] {
  const tests = readdirSync(join(own, 'tests'), { recursive: true, encoding: 'utf8' });
  const names = ['run-tests.sh', 'setup.sh', ...tests.map((name) => join('tests', name))];
  return names
    .filter((name) => existsSync(join(own, name)) && statSync(join(own, name)).isFile())
    .map((name) => [name, readFileSync(join(own, name), 'utf8')] as const);
}

function pathIn(own: string, name: string): string | undefined {
  const path = join(own, name);
  return existsSync(path) ? path : undefined;
}
