import { loadEnvironment } from '../platform/config/load-config.js';
import { processSource } from '../platform/config/read-environment.js';
import { endWithPipe, whenPipeCloses } from './closed-pipe.js';
import { UsageError } from './usage-error.js';
import { addressAt, configuredAddress } from './office-address.js';
import { Operations } from '../client/http/operations.js';
import { parseRouteArguments, routeUsage } from './route-arguments.js';
import { routeReport } from './route-report.js';
import { useProxies } from './use-proxies.js';

/** `npm run route`: see the usage text. Asks a running office without changing it. */
async function main(): Promise<void> {
  whenPipeCloses(process, endWithPipe);
  const args = parseRouteArguments(process.argv.slice(2));
  if (args === null) {
    console.log(routeUsage);
    return;
  }
  const values = loadEnvironment(processSource());
  await useProxies(values);
  const address = args.url === undefined ? configuredAddress(values) : addressAt(args.url, values);
  const lines = await routeReport(args, Operations.at(address));
  console.log(lines.join('\n'));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof UsageError) console.error(`\n${routeUsage}`);
  process.exitCode = 1;
});
