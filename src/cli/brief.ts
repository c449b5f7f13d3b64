import { loadEnvironment } from '../platform/config/load-config.js';
import { processSource } from '../platform/config/read-environment.js';
import { parseBriefArguments, usage } from './brief-arguments.js';
import { whenPipeCloses } from './closed-pipe.js';
import { UsageError } from './usage-error.js';
import { commission } from './commission.js';
import { Terminal } from './terminal.js';
import { useProxies } from './use-proxies.js';

/** `npm run brief`: see the usage text. Ends with 0 only when the run is done. */
async function main(): Promise<void> {
  const args = parseBriefArguments(process.argv.slice(2));
  if (args === null) {
    console.log(usage);
    return;
  }
  const interrupt = new AbortController();
  const stop = () => interrupt.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // The run is not worth its money when nobody reads what becomes of it.
  whenPipeCloses(process, stop);
  const { stdin: input, stdout: output } = process;
  const terminal = new Terminal({ input, output, onInterrupt: stop });
  try {
    // Read as the service reads it, so that both mean the same address.
    const environment = loadEnvironment(processSource());
    await useProxies(environment);
    const context = { environment, terminal, interrupt: interrupt.signal };
    process.exitCode = (await commission(args, context)) ? 0 : 1;
  } finally {
    terminal.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof UsageError) console.error(`\n${usage}`);
  process.exitCode = 1;
});
