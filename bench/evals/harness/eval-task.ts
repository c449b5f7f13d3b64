import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A version of a package with a fault that is publicly known. */
const packageSchema = z.strictObject({
  name: z.string().min(1),
  version: z.string().min(1),
  /** The first version without the fault. */
  fixedIn: z.string().min(1),
  licence: z.string().min(1),
  /** Where the fault is publicly described. */
  fault: z.string().min(1),
});

const schema = z.strictObject({
  title: z.string().min(1),
  brief: z.string().min(1),
  kind: z.enum(['fix', 'feature', 'refactor', 'tests', 'docs', 'question']),
  language: z.string(),
  pipeline: z.string(),
  /** The folder of the repository that is the workspace; by default the whole repository. */
  workspace: z.string().default('.'),
  /** The repository is this package; absent: it is the folder `repo`. */
  package: packageSchema.optional(),
  /** The deciding command, run in the workspace with the hidden checks in `.checks`. */
  check: z.array(z.string()).min(1),
});

export type FaultyPackage = z.infer<typeof packageSchema>;

/** What the repository of a task is made from. */
export type Origin =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'package'; readonly faulty: FaultyPackage }
  /** A copy of the folder, if there is one, changed by the script, if there is one. */
  | { readonly kind: 'set-up'; readonly folder?: string; readonly script?: string };

/** A task: a small repository, a brief, and checks hidden from the office. */
export interface EvalTask {
  readonly id: string;
  readonly brief: string;
  /** Absent: the office chooses. */
  readonly pipeline?: string;
  readonly workspace: string;
  readonly origin: Origin;
  /** Absolute paths of files, and of folders whose content is copied to `.checks`. */
  readonly hidden: readonly string[];
  readonly check: readonly string[];
  /** Time for the office, s. */
  readonly limitS?: number;
  /** Time for the checks, s. */
  readonly checkLimitS?: number;
  /** A script that does the work in the workspace. */
  readonly solution?: string;
}

/** A task of ours, with the package that it is about. */
export interface PackageTask extends EvalTask {
  readonly origin: Extract<Origin, { kind: 'package' }>;
}

/** All tasks of a folder, sorted by id. Throws if a `task.json` is not valid. */
export function loadTasks(folder: string): readonly EvalTask[] {
  return readdirSync(folder)
    .toSorted()
    .map((id) => loadTask(id, join(folder, id)));
}

/** The tasks of a folder that are about a package. */
export function loadPackageTasks(folder: string): readonly PackageTask[] {
  return loadTasks(folder).filter((task): task is PackageTask => task.origin.kind === 'package');
}

function loadTask(id: string, own: string): EvalTask {
  const parsed = schema.safeParse(JSON.parse(readFileSync(join(own, 'task.json'), 'utf8')));
  if (!parsed.success) throw new Error(`${id}/task.json: ${z.prettifyError(parsed.error)}`);
  const { brief, pipeline, workspace, check, package: faulty } = parsed.data;
  return {
    id,
    brief,
    pipeline,
    workspace,
    check,
    origin: faulty ? { kind: 'package', faulty } : { kind: 'folder', path: join(own, 'repo') },
    hidden: [join(own, 'checks')],
  };
}
