import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OfficeId } from '../fleet/office-id.js';
import { OfficeLogger, type ScopedLogger } from '../logging/office-logger.js';
import { ChildEnvironments } from './child-environments.js';
import { orphansOf, ownLife, type ProcessLife } from './process-life.js';

/** How long processes have to end by themselves, as git does to remove its locks, ms. */
const graceMs = 1000;
/** How long they are waited for after a kill, ms. */
const settleMs = 2000;
const stepMs = 20;

/**
 * Ends processes that killed processes of this office left running on this machine. The environment
 * of a child names the process for which it works (docs/security.md); children of living processes
 * are left alone.
 */
@Injectable()
export class LeftProcesses implements OnModuleInit {
  private readonly log: ScopedLogger;
  private life: ProcessLife | null = null;

  constructor(
    private readonly environments: ChildEnvironments,
    private readonly office: OfficeId,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('process');
  }

  /** Before anything is started that would use the same files. */
  async onModuleInit(): Promise<void> {
    this.life = await ownLife(await this.office.read());
    if (this.life !== null) this.environments.markAs(this.life.environment);
    await this.end();
  }

  /** Ends them; settles when they are gone, at the latest after three seconds. */
  async end(): Promise<void> {
    const { life } = this;
    if (life === null) return;
    const found = (await orphansOf(life)).length;
    if (found === 0) return;
    const remaining =
      (await sweep(life, 'SIGTERM', graceMs)) && (await sweep(life, 'SIGKILL', settleMs));
    this.log.info(`ended ${found} process(es) that a killed process of the service had left`);
    if (remaining > 0) this.log.warn(`${remaining} of them could not be ended`);
  }
}

/** Signals the orphans, and what they start meanwhile, once each. @returns how many are left */
async function sweep(
  life: ProcessLife,
  signal: 'SIGTERM' | 'SIGKILL',
  forMs: number,
): Promise<number> {
  const signalled = new Set<number>();
  for (const until = performance.now() + forMs; ; await pause(stepMs)) {
    const orphans = await orphansOf(life);
    if (orphans.length === 0 || performance.now() > until) return orphans.length;
    for (const [id, group] of orphans) {
      if (signalled.has(id)) continue;
      signalled.add(id);
      // A whole group descends from one child, as each child leads its own session.
      send(group, signal);
    }
  }
}

function send(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // It has ended already, or belongs to another user.
  }
}
