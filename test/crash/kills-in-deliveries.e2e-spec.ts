import { afterEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import type { Run } from '../../src/protocol/records/work.js';
import type { OfficeClient } from '../support/office-client.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { finished } from './support/carry-out.js';
import { ServiceLife } from './support/service-life.js';

const at = temporaryDirectory();
const lives: ServiceLife[] = [];

afterEach(async () => {
  for (const life of lives.splice(0)) if (life.alive) await life.kill();
});

const git = (...args: string[]): string =>
  execFileSync('git', ['-C', at('workspace'), ...args], { encoding: 'utf8' }).trim();

/** A program of the name git that, while the file `hold` is there, does not end where it bundles. */
function putHeldGit(): void {
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const [hold, held] = [at('hold'), at('signs', 'held')];
  const wait = `touch '${held}'; while [ -e '${hold}' ]; do sleep 0.1; done; exit 1`;
  mkdirSync(at('bin'));
  mkdirSync(at('signs'));
  writeFileSync(hold, '');
  writeFileSync(
    at('bin', 'git'),
    `#!/bin/sh\ncase "$*" in *'bundle create'*) if [ -e '${hold}' ]; then ${wait}; fi;; esac\nexec '${real}' "$@"\n`,
  );
  chmodSync(at('bin', 'git'), 0o755);
}

async function isHeld(): Promise<void> {
  for await (const { filename } of watch(at('signs'))) if (filename === 'held') return;
}

async function start(): Promise<{ readonly life: ServiceLife; readonly client: OfficeClient }> {
  const life = ServiceLife.start({
    PATH: `${at('bin')}:${process.env.PATH ?? ''}`,
    OFFICE_LLM_MODE: 'mock',
    OFFICE_MOCK_LATENCY_MS: '0',
    OFFICE_DB: at('office.sqlite'),
    OFFICE_WORKSPACE: at('workspace'),
    OFFICE_WORKSPACES_ROOT: at('workspaces'),
    OFFICE_SNAPSHOTS_DIR: at('snapshots'),
    OFFICE_PLUGINS_DIR: at('no-plugins'),
    OFFICE_MCP: 'false',
    OFFICE_VENDOR_DELEGATION: 'false',
  });
  lives.push(life);
  return { life, client: await life.serving() };
}

describe('a delivery that a person has approved', () => {
  it('is carried out once after a kill before the branch was there', async () => {
    mkdirSync(at('workspace'));
    git('init', '-q', '-b', 'main');
    git('-c', 'user.name=U', '-c', 'user.email=u@e', 'commit', '-qm', 'first', '--allow-empty');
    putHeldGit();
    const first = await start();
    const socket = await first.client.connect();
    const brief = 'Use write_file {"path": "kept.txt", "content": "kept"} and tell me';
    const order = { brief, pipelineId: 'code-change' };
    const { id: runId } = (await first.client.post<Run>('/api/submit', order)).body;
    await finished(first.client, runId);

    const held = isHeld();
    socket.send({ type: 'deliverRun', runId, branch: 'office/kept' });
    const { approval } = await socket.waitFor('approval.requested', ({ approval }) =>
      approval.summary.startsWith('git branch'),
    );
    socket.send({ type: 'approve', approvalId: approval.id, approved: true });
    await held;
    expect(git('branch', '--list', 'office/*')).toBe('');
    await first.life.kill();
    rmSync(at('hold'));

    const second = await start();
    const delivered = new RegExp(`run ${runId} was delivered: branch office/kept`);
    await second.life.said(delivered);
    expect(git('show', 'office/kept:kept.txt')).toBe('kept');
    await second.life.stop();

    const third = await start();
    await third.life.stop();
    expect(third.life.matches(delivered)).toEqual([]);
  }, 120_000);
});
