import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const schema = z.strictObject({
  title: z.string().min(1),
  brief: z.string().min(1),
  kind: z.enum(['fix', 'feature', 'refactor', 'tests', 'docs', 'question']),
  language: z.string(),
  pipeline: z.string(),
  /** The folder of the repository that is the workspace; by default the whole repository. */
  workspace: z.string().default('.'),
  /** The deciding command, run in the workspace with the hidden checks in `.checks`. */
  check: z.array(z.string()).min(1),
});

/** A task: a small repository, a brief, and checks hidden from the office. */
export interface EvalTask extends z.infer<typeof schema> {
  /** Name of its folder. */
  readonly id: string;
  /** Absolute path of its folder with `repo` and `checks`. */
  readonly folder: string;
}

/** All tasks of a folder, sorted by id. Throws if a `task.json` is not valid. */
export function loadTasks(folder: string): readonly EvalTask[] {
  return readdirSync(folder)
    .toSorted()
    .map((id) => {
      const own = join(folder, id);
      const parsed = schema.safeParse(JSON.parse(readFileSync(join(own, 'task.json'), 'utf8')));
      if (!parsed.success) throw new Error(`${id}/task.json: ${z.prettifyError(parsed.error)}`);
      return { ...parsed.data, id, folder: own };
    });
}
