import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { serverName } from '../../src/platform/database/data-source.js';
import { commandTexts, processTexts } from '../../src/protocol/texts/process.js';
import { withRaw } from '../crash/support/raw-database.js';
import { ServiceLife } from '../crash/support/service-life.js';
import { addressOf } from '../support/created-database.js';
import { repositoryRoot, runProgram, type ProgramResult } from '../support/run-program.js';
import { emptyDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { testDatabases } from '../support/test-databases.js';

const later = 'PeopleOnTheMoon1990000000000';

/** The built service, and its command, as processes of their own. */
describe.each(testDatabases)('a database of a newer version on $name', ({ url }) => {
  const place = temporaryDirectory();
  const database = emptyDatabase(url, () => place('office.sqlite'));
  let life: ServiceLife | undefined;
  afterEach(async () => {
    if (life?.alive) await life.kill();
  });

  const start = (): ServiceLife => {
    life = ServiceLife.start({
      OFFICE_LLM_MODE: 'mock',
      OFFICE_DB: addressOf(database()),
      OFFICE_WORKSPACE: place('workspace'),
      OFFICE_WORKSPACES_ROOT: place('workspaces'),
      OFFICE_PLUGIN_INSTALL_DIR: place('plugins'),
    });
    return life;
  };
  const migrate = (): Promise<ProgramResult> =>
    runProgram(process.execPath, [join(repositoryRoot, 'dist/main.js'), 'migrate'], {
      cwd: place(),
      env: { OFFICE_DB: addressOf(database()) },
    });
  const applied = () =>
    withRaw(database(), (raw) => raw.all('SELECT timestamp, name FROM migrations ORDER BY id'));
  const change = (sql: string) => withRaw(database(), (raw) => raw.all(sql));
  const store = (): string => {
    const config = database();
    return config.kind === 'postgres' ? serverName(config.url) : place('office.sqlite');
  };

  it('is neither started on nor migrated, is told in words, and stays as it is', async () => {
    expect((await migrate()).code).toBe(0);
    const known = await applied();
    await change(`INSERT INTO migrations (timestamp, name) VALUES (1990000000000, '${later}')`);
    const words = processTexts.unknownMigrations(store(), [later]);
    const refused = start();
    expect(await refused.ended()).toBe(1);
    expect(refused.log).toContain(`office failed to start: ${words}`);
    expect(refused.log).not.toContain('listening');
    const stderr = `${commandTexts.failed('migrate', words)}\n`;
    expect(await migrate()).toEqual({ code: 1, stdout: '', stderr });
    expect(await applied()).toHaveLength(known.length + 1);
    await change(`DELETE FROM migrations WHERE name = '${later}'`);
    await start().serving();
    expect(await applied()).toEqual(known);
  });
});
