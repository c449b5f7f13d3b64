import { expect, it } from '@jest/globals';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from './load-config.js';

const joined = { OFFICE_DB: 'postgres://office@db/office', OFFICE_FLEET_POLL: 'true' };
const plugins = (env: Record<string, string>) => loadConfig({ env, cwd: '/nowhere' }).plugins;

it('each replica has a directory of its own for installed plugins, unless one is named', () => {
  const [one, other] = [plugins(joined), plugins(joined)];
  expect(one.installDir.startsWith(join(tmpdir(), 'office-plugins-'))).toBe(true);
  expect(one.installDir).not.toBe(other.installDir);
  expect(one.installDirIsTemporary).toBe(true);
  expect(plugins({ ...joined, OFFICE_PLUGIN_INSTALL_DIR: '/mine' })).toMatchObject({
    installDir: '/mine',
    installDirIsTemporary: false,
  });
});
