/**
 * Whoever closes the pipe has read enough, as `head` has: no failure, but nothing more is worth
 * printing. Called once, with either stream of the process.
 */
export function whenPipeCloses(
  { stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'>,
  end: (error: NodeJS.ErrnoException) => void,
): void {
  let ended = false;
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!ended) end(error);
      ended = true;
    });
  }
}

/** The end of a command that only prints: quiet where the pipe is closed, a failure where it broke. */
export function endWithPipe(error: NodeJS.ErrnoException): never {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
}
