import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const schema = z.strictObject({
  title: z.string().min(1),
  brief: z.string().min(1),
  kind: z.enum(['fix', 'feature', 'refactor', 'tests', 'docs', 'question']),
  language: z.string(),
  pipeline: z.string(),
  /** The folder of the repository that is the workspace; the whole of it where absent. */
  workspace: z.string().default('.'),
  /** The command that decides, run in the workspace with the hidden checks in `.checks`. */
  check: z.array(z.string()).min(1),
});

/** A task: a small repository, a brief, and checks that the office does not see. */
export interface EvalTask extends z.infer<typeof schema> {
  /** The name of its folder. */
  readonly id: string;
  /** Absolute path of its folder, which holds `repo` and `checks`. */
  readonly folder: string;
}

/** All tasks of a folder in the order of their ids. Throws for one whose `task.json` does not fit. */
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
