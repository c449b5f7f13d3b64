import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, type ServiceProcess } from '../../container/support/service-process.js';
import { repositoryRoot } from '../../support/run-program.js';

/** The built service with simulated employees, in a directory of its own. It starts within a second or two. */
export interface BuiltOffice {
  readonly service: ServiceProcess;
  readonly url: string;
  /** Starts it anew where it was, after it has ended. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function startBuiltOffice(
  env: Readonly<Record<string, string>> = {},
): Promise<BuiltOffice> {
  const app = await mkdtemp(join(tmpdir(), 'office-built-'));
  for (const part of ['dist', 'skills', 'plugins']) {
    await symlink(join(repositoryRoot, part), join(app, part));
  }
  const given = { OFFICE_MOCK_LATENCY_MS: '0', ...env };
  let service = await startService({ app, env: given });
  const PORT = String(service.port);
  return {
    get service() {
      return service;
    },
    url: `http://127.0.0.1:${PORT}`,
    restart: async () => {
      service = await startService({ app, env: { ...given, PORT } });
    },
    close: async () => {
      await service.stop();
      await rm(app, { recursive: true });
    },
  };
}
