import { loadConfig } from './platform/config/load-config.js';
import type { OfficeConfig } from './platform/config/office-config.js';
import type { EnvironmentSource } from './platform/config/read-environment.js';
import { backUpDatabase, restoreDatabase } from './platform/database/backup-database.js';
import { serverName } from './platform/database/data-source.js';
import { migrateDatabase } from './platform/database/open-database.js';
import { storeFailureReason } from './platform/database/store-failure.js';
import { commandTexts } from './protocol/texts/process.js';

/** A one-shot command on the database; the process ends with it. */
type Command =
  { readonly name: 'migrate' } | { readonly name: 'backup' | 'restore'; readonly file: string };

interface Output {
  write(text: string): unknown;
}

/** The streams of a command: results and errors. */
interface Outputs {
  readonly stdout: Output;
  readonly stderr: Output;
}

/**
 * Runs the command that follows `node dist/main.js`, on the database that `OFFICE_DB` names.
 * @returns the exit code: 0 done, 1 failed with the reason printed, 2 unknown arguments
 */
export async function runCommand(
  argv: readonly string[],
  source: EnvironmentSource,
  { stdout, stderr }: Outputs,
): Promise<number> {
  const command = readCommand(argv);
  if (command === null) {
    stderr.write(`${commandTexts.unknown(JSON.stringify(argv.join(' ')))}\n`);
    return 2;
  }
  try {
    const onOutOfReach = (warning: string): unknown => stderr.write(`${warning}\n`);
    stdout.write(`${await carryOut(command, loadConfig(source), onOutOfReach)}\n`);
    return 0;
  } catch (thrown) {
    stderr.write(`${commandTexts.failed(command.name, storeFailureReason(thrown))}\n`);
    return 1;
  }
}

function readCommand(argv: readonly string[]): Command | null {
  const [name, file] = argv;
  if (name === 'migrate') return argv.length === 1 ? { name } : null;
  if (name !== 'backup' && name !== 'restore') return null;
  return argv.length === 2 && file ? { name, file } : null;
}

/** @returns the line to print */
async function carryOut(
  command: Command,
  { database, databaseConnectTimeoutMs: timeoutMs }: OfficeConfig,
  onOutOfReach: (warning: string) => unknown,
): Promise<string> {
  if (database.kind === 'memory') throw new Error(commandTexts.inMemory);
  if (command.name === 'migrate') {
    const names = await migrateDatabase(database, { timeoutMs, onOutOfReach });
    const store = database.kind === 'sqlite' ? database.path : serverName(database.url);
    return names.length === 0 ? commandTexts.upToDate(store) : commandTexts.migrated(store, names);
  }
  if (database.kind === 'postgres') throw new Error(commandTexts.useServerTools);
  const { name, file } = command;
  if (name === 'backup') {
    await backUpDatabase(database.path, file);
    return commandTexts.backedUp(database.path, file);
  }
  await restoreDatabase(file, database.path);
  return commandTexts.restored(database.path, file);
}
