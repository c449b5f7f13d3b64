import { processSource } from '../platform/config/read-environment.js';
import { byHand } from './by-hand/by-hand.js';
import { endWithPipe, whenPipeCloses } from './closed-pipe.js';
import { exitCodeOf, exitCodes } from './exit-codes.js';
import { examineModels } from './examine-models.js';
import { modelsUsage, parseModelsArguments } from './models-arguments.js';
import { Output } from './output.js';
import { printable } from './printable.js';
import { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';

/** `npm run models`: see the usage text. */
async function main(): Promise<number> {
  whenPipeCloses(process, endWithPipe);
  const args = parseModelsArguments(process.argv.slice(2));
  if (args === null) {
    console.log(modelsUsage);
    return exitCodes.done;
  }
  const interrupt = new AbortController();
  const stop = () => interrupt.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (args.command === 'by-hand') {
    return byHand(args, new Output(process.stdout, args.json), interrupt.signal);
  }
  // Standard output carries only records, for programs.
  const output = args.json ? process.stderr : process.stdout;
  const terminal = new Terminal({ input: process.stdin, output, onInterrupt: stop });
  try {
    const out = new Output(process.stdout, args.json);
    return await examineModels(args, processSource(), {
      out,
      terminal,
      interrupt: interrupt.signal,
    });
  } finally {
    terminal.close();
  }
}

// A silent provider would keep the process alive.
main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(printable(error instanceof Error ? error.message : String(error)));
    if (error instanceof UsageError) console.error(`\n${modelsUsage}`);
    process.exit(exitCodeOf(error));
  },
);
