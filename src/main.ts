import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { hideSecrets } from './platform/config/hide-secrets.js';
import { runtimeProblem } from './platform/process/runtime-problem.js';
import { processTexts } from './protocol/texts/process.js';

/**
 * The entry of the service and of its one-shot commands (docs/deploy.md). Static imports here work
 * in any Node, because the version is checked first: an old Node crashes in the database driver, and
 * a named import that it lacks would fail before the first line. The rest is imported after
 * credentials were hidden, so that nothing heavy is loaded twice.
 *
 * Node's compile cache is kept beside this file, where a build removes it. If the folder is not
 * writable, Node compiles again.
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
  // Written now, so that a killed service keeps the cache too.
  module.flushCompileCache();
}

/** Runs a command and exits: a connection to a silent server would keep the process alive. */
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
