import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { hideSecrets } from './platform/config/hide-secrets.js';
import { runtimeProblem } from './platform/process/runtime-problem.js';
import { processTexts } from './protocol/texts/process.js';

/**
 * The entry of the service, and of its one-shot commands (docs/deploy.md). Everything else is loaded
 * after the version is known to be right: the database driver crashes in an old Node, and an import
 * would be loaded before the first line here. It is also after credentials were hidden, so that
 * nothing heavy is loaded twice. What an old Node does not export is not imported by its name, which
 * would fail before the first line as well.
 *
 * What Node compiles is kept beside this file, where a build removes it. A folder that cannot be
 * written to is no failure: Node then compiles again.
 */
const problem = runtimeProblem(process.version);
if (problem !== null) end(problem);
hideSecrets();
module.enableCompileCache(fileURLToPath(new URL('.compiled', import.meta.url)));
const commandLine = process.argv.slice(2);
if (commandLine.length === 0) await serve();
else await runOnce(commandLine);

async function serve(): Promise<void> {
  const { boot } = await import('./app.boot.js');
  await boot();
  // A service that is killed one day keeps it, too.
  module.flushCompileCache();
}

/** Ends the process itself: a connection to a server that stays silent would keep it alive. */
async function runOnce(commands: readonly string[]): Promise<never> {
  const { runCommand } = await import('./app.commands.js');
  const { survivePipes } = await import('./platform/process/process-faults.js');
  survivePipes(process);
  const { processSource } = await import('./platform/config/read-environment.js');
  process.exit(await runCommand(commands, processSource(), process));
}

function end(message: string): never {
  process.stderr.write(`${processTexts.failedToStart(message)}\n`);
  process.exit(1);
}
