/**
 * Calls back once if the reader closes a pipe, as `head` does: not a failure, but there is nothing
 * more to print. Covers both streams of the process.
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

/** Ends a printing command: silently if the pipe was closed, as a failure if it broke. */
export function endWithPipe(error: NodeJS.ErrnoException): never {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
}
