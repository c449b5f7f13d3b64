import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { AppModule } from '#app.module.js';
import { createOfficeApp, listen } from '#app.setup.js';
import { loadConfig } from '#platform/config/load-config.js';
import { createBootContext } from '#platform/platform.module.js';

export interface OpenedOffice extends AsyncDisposable {
  /** Address of its HTTP interface. */
  readonly address: string;
}

/**
 * The whole application in this process, on a free loopback port and in a temporary directory, with
 * the shipped skills and plugins and those of the evals. Its environment has only the given variables.
 */
export async function openOffice(env: Readonly<Record<string, string>>): Promise<OpenedOffice> {
  const cwd = await mkdtemp(join(tmpdir(), 'office-eval-'));
  const plugins = join(cwd, 'plugins');
  for (const folder of ['../../../plugins', '../plugins']) {
    await cp(resolve(import.meta.dirname, folder), plugins, { recursive: true });
  }
  const shipped = {
    OFFICE_SKILLS_DIR: resolve(import.meta.dirname, '../../../skills'),
    OFFICE_PLUGINS_DIR: plugins,
  };
  const quiet = { PORT: '0', OFFICE_DB: ':memory:', OFFICE_LOG_LEVEL: 'error' };
  const source = { cwd, env: { ...quiet, ...shipped, ...env } };
  const sinks = { out: () => undefined, err: () => undefined };
  const bootContext = createBootContext(loadConfig(source), source, sinks);
  const app = await createOfficeApp(AppModule.on(bootContext), bootContext);
  const address = await listen(app, bootContext.config.http);
  return {
    address,
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await rm(cwd, { recursive: true, force: true });
    },
  };
}
