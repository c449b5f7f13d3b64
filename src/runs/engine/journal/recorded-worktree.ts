import { z } from 'zod';
import type { MadeWorktree } from '../../changes/worktrees/worktrees.service.js';
import type { StepKind } from './recorded.js';

const worktreeAttempts = z.object({ attempt: z.int().positive(), makes: z.literal('worktree') });

/** A worktree that is being made. */
type WorktreeAttempts = Readonly<z.output<typeof worktreeAttempts>>;

/** The worktree of a run, or why there is none. */
export type RecordedWorktree =
  { readonly made: MadeWorktree; readonly from: string } | { readonly obstacle: string };

const recordedWorktree: z.ZodType<RecordedWorktree> = z.union([
  z.object({
    made: z.object({
      root: z.string(),
      gitDirectory: z.string(),
      path: z.string(),
      files: z.number(),
      base: z.object({ commit: z.string(), note: z.string() }).exactOptional(),
    }),
    from: z.string(),
  }),
  z.object({ obstacle: z.string() }),
]);

const moveAttempts = z.object({ attempt: z.int().positive(), moves: z.literal('worktree') });

/** A worktree that is being brought to another commit. */
type MoveAttempts = Readonly<z.output<typeof moveAttempts>>;

/** Why the worktree stays where it is; null: it stands at the commit. */
const recordedMove = z.object({ obstacle: z.string().nullable() });

export type RecordedMove = Readonly<z.output<typeof recordedMove>>;

/** Bringing the worktree of an earlier run to the commit at which this one is to stand. */
export const moveStep: StepKind<MoveAttempts, RecordedMove> = {
  name: 'worktree-move',
  open: moveAttempts,
  result: recordedMove,
};

/** The making of a run's worktree. */
export const worktreeStep: StepKind<WorktreeAttempts, RecordedWorktree> = {
  name: 'worktree',
  open: worktreeAttempts,
  result: recordedWorktree,
};
