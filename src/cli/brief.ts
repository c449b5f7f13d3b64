import { loadEnvironment } from '../platform/config/load-config.js';
import { processSource } from '../platform/config/read-environment.js';
import { parseBriefArguments, usage } from './brief-arguments.js';
import { whenPipeCloses } from './closed-pipe.js';
import { UsageError } from './usage-error.js';
import { commission } from './commission.js';
import { Terminal } from './terminal.js';
import { useProxies } from './use-proxies.js';

/** `npm run brief`: see the usage text. Exit code 0 only if the run is done. */
async function main(): Promise<void> {
  const args = parseBriefArguments(process.argv.slice(2));
  if (args === null) {
    console.log(usage);
    return;
  }
  const interrupt = new AbortController();
  const stop = () => interrupt.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // A run whose output nobody reads is not worth its money.
  whenPipeCloses(process, stop);
  const { stdin: input, stdout: output } = process;
  const terminal = new Terminal({ input, output, onInterrupt: stop });
  try {
    // Parsed like the service does, so that both use the same address.
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
