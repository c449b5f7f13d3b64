import { access, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '../support/free-port.js';
import { runProgram } from '../support/run-program.js';
import type { ProgramResult } from '../support/run-program.js';

/** The steps of the Dockerfile, in their order, with a folder in the place of the image. */
describe('the image', () => {
  let app: string;

  beforeAll(async () => {
    app = await mkdtemp(join(tmpdir(), 'office-image-'));
    const assembled = await runProgram('scripts/image/assemble.sh', [app]);
    expect(assembled).toMatchObject({ code: 0 });
    const owner = `${process.getuid?.()}:${process.getgid?.()}`;
    await expect(runProgram('scripts/image/volumes.sh', [app, owner])).resolves.toMatchObject({
      code: 0,
    });
  }, 180_000);

  afterAll(() => rm(app, { recursive: true, force: true }));

  it('has no tools of development in it', async () => {
    await expect(access(join(app, 'node_modules/jest'))).rejects.toThrow('ENOENT');
    await expect(access(join(app, 'node_modules/eslint'))).rejects.toThrow('ENOENT');
  });

  it.each(['data', 'workspaces', 'workspace'])('has a place to mount %s', async (folder) => {
    expect((await stat(join(app, folder))).isDirectory()).toBe(true);
  });

  it('serves, says it is well, and ends cleanly when told to', async () => {
    const env = {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      OFFICE_LLM_MODE: 'mock',
    };
    let health: Promise<ProgramResult> | undefined;
    const service = await runProgram('node', ['dist/main.js'], {
      cwd: app,
      env,
      onOutput: (printed, signal) => {
        if (health !== undefined || !printed.includes(`:${env.PORT}`)) return;
        health = runProgram('node', ['scripts/image/healthcheck.mjs'], { cwd: app, env });
        void health.then(() => signal('SIGTERM'));
      },
    });
    await expect(health).resolves.toEqual({ code: 0, stdout: '', stderr: '' });
    expect(service.code).toBe(0);
    expect((await stat(join(app, 'data/office.sqlite'))).size).toBeGreaterThan(0);
  }, 60_000);
});
