import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { GithubSimulator } from '../../support/forges/github/github-simulator.js';

/** A simulated forge, with a clone of its repository in a folder. */
export async function forgeWithClone(bare: string, clone: string): Promise<GithubSimulator> {
  const forge = await GithubSimulator.start(bare);
  mkdirSync(clone, { recursive: true });
  writeFileSync(`${clone}/a.txt`, 'one\n');
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=U', '-c', 'user.email=u@example.com', ...args], {
      cwd: clone,
    });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-qm', 'first');
  forge.git.fetchFrom(clone, 'main');
  return forge;
}
