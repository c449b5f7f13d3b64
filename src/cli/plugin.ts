import { endWithPipe, whenPipeCloses } from './closed-pipe.js';
import { UsageError } from './usage-error.js';
import { parsePluginArguments, pluginUsage } from './plugin-arguments.js';
import type { PluginArguments } from './plugin-arguments.js';
import { reportOnPlugin } from './plugin-check.js';
import { makePlugin } from './plugin-new.js';
import { packPlugin } from './plugin-pack.js';
import { printable } from './printable.js';

/** `npm run plugin`: see the usage text. Exit code 0 only on success. */
async function main(): Promise<void> {
  whenPipeCloses(process, endWithPipe);
  const args = parsePluginArguments(process.argv.slice(2));
  const lines = args === null ? [pluginUsage] : await carryOut(args);
  for (const line of lines) console.log(line);
}

async function carryOut(args: PluginArguments): Promise<readonly string[]> {
  switch (args.command) {
    case 'new':
      return makePlugin(args.directory, args.id);
    case 'pack':
      return packPlugin(args.directory, args.to);
    case 'check': {
      const { ok, lines } = await reportOnPlugin(args.directory);
      if (!ok) process.exitCode = 1;
      return lines;
    }
  }
}

main().catch((error: unknown) => {
  console.error(printable(error instanceof Error ? error.message : String(error)));
  if (error instanceof UsageError) console.error(`\n${pluginUsage}`);
  process.exitCode = 1;
});
