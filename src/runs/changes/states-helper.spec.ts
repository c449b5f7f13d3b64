import { expect, it } from '@jest/globals';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fakeEnvironments } from '#test/support/fake-environments.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { ShadowRepository } from './shadow-repository.js';
import { takeState } from './states-helper.js';

const at = temporaryDirectory();

/** The helper process of this one. */
async function helperPid(): Promise<number> {
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  for (const pid of children.trim().split(' ')) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    if (command.includes('states.process')) return Number(pid);
  }
  throw new Error('there is no helper');
}

(process.platform === 'linux' ? it : it.skip)(
  'a state is taken although the process that takes it is killed',
  async () => {
    const place = { gitDirectory: at('shadow'), workspace: at('workspace') };
    await mkdir(place.workspace);
    await writeFile(`${place.workspace}/a.txt`, 'one\n');
    const inherited = fakeEnvironments().inherited();
    const before = await new ShadowRepository(place, () => inherited).snapshot();
    await writeFile(`${place.workspace}/a.txt`, 'two\n');
    const helper = await helperPid();
    process.kill(helper, 'SIGSTOP');
    const taking = takeState({ place, inherited, looksDeep: false });
    process.kill(helper, 'SIGKILL');
    expect(await taking).not.toBe(before);
    expect(await helperPid()).not.toBe(helper);
  },
  60_000,
);
