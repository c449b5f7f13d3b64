#!/usr/bin/env node
import { CommanderError } from 'commander';
import { Around, type Act } from './around.js';
import { whenPipeCloses } from './closed-pipe.js';
import { withLimit } from '../protocol/rules/told-words.js';
import { exitCodeOf, exitCodes } from './exit-codes.js';
import { printable } from './printable.js';
import { buildProgram } from './program.js';
import type { Command } from 'commander';

/** `npx office`: see `office --help` and docs/cli.md. */
async function main(): Promise<void> {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => interrupt.abort());
  }
  whenPipeCloses(process, endWithOutput);
  const act: Act =
    (handler) =>
    async (...args) => {
      const command = args.at(-1) as Command;
      const around = new Around(command, interrupt);
      await around.proxied;
      const code = await handler(around, command);
      process.exitCode = code ?? exitCodes.done;
    };
  try {
    await buildProgram(act).parseAsync();
  } catch (error) {
    if (!interrupt.signal.aborted) complain(error);
    process.exitCode = interrupt.signal.aborted ? exitCodes.interrupted : exitCodeOf(error);
  }
}

/** A reader that closes the pipe, as `head` does, has read enough. */
function endWithOutput(error: NodeJS.ErrnoException): void {
  const isClosed = error.code === 'EPIPE';
  if (!isClosed) complain(error);
  process.exit(isClosed ? exitCodes.done : exitCodes.failed);
}

/** Commander prints its own errors. */
function complain(error: unknown): void {
  if (error instanceof CommanderError) return;
  console.error(printable(withLimit(error instanceof Error ? error.message : String(error))));
}

await main();
