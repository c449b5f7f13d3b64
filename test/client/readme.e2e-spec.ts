import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import { repositoryRoot, runProgram } from '../support/run-program.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const address = 'http://127.0.0.1:8787';

describe('the example in the README', () => {
  const inDirectory = temporaryDirectory();
  const file = join(repositoryRoot, `.readme-example-${process.pid}.mjs`);
  let service: RunningOffice;

  beforeAll(async () => {
    service = await startRealOffice({
      OFFICE_WORKSPACE: inDirectory('workspace'),
      OFFICE_WORKSPACES_ROOT: inDirectory('workspaces'),
    });
  });
  afterAll(async () => {
    await service.close();
    await rm(file, { force: true });
  });

  it('runs as it stands there', async () => {
    const readme = await readFile(join(repositoryRoot, 'README.md'), 'utf8');
    const example = /<!-- example: client -->\n\n```js\n(.*?)```/s.exec(readme)?.[1] ?? '';
    expect(example.split('\n').length).toBeLessThanOrEqual(31);
    expect(example).toContain(address);
    await writeFile(file, example.replace(address, `http://127.0.0.1:${service.port}`));
    const { code, stdout, stderr } = await runProgram('node', [file], {
      env: { OFFICE_API_TOKEN: '' },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('people at their desks');
    expect(stdout).toMatch(/^run_\w+ is done for \$0\.\d{4}$/m);
  }, 60_000);
});
