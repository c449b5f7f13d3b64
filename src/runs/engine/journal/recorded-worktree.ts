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

/** A worktree that is being moved to another commit. */
type MoveAttempts = Readonly<z.output<typeof moveAttempts>>;

/** `obstacle`: why the worktree was not moved; null: it is at the commit. */
const recordedMove = z.object({ obstacle: z.string().nullable() });

export type RecordedMove = Readonly<z.output<typeof recordedMove>>;

/** Moves the worktree of an earlier run to the base commit of this run. */
export const moveStep: StepKind<MoveAttempts, RecordedMove> = {
  name: 'worktree-move',
  open: moveAttempts,
  result: recordedMove,
};

/** Makes a run's worktree. */
export const worktreeStep: StepKind<WorktreeAttempts, RecordedWorktree> = {
  name: 'worktree',
  open: worktreeAttempts,
  result: recordedWorktree,
};
