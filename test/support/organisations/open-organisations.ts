import { join } from 'node:path';
import type { ModuleMetadata, Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { Clock } from '#platform/clock.js';
import { loadConfig } from '#platform/config/load-config.js';
import { DatabaseModule, platformEntities } from '#platform/database/database.module.js';
import { EventBus } from '#platform/events/event-bus.js';
import { FleetModule } from '#platform/fleet/fleet.module.js';
import { OfficeLogger } from '#platform/logging/office-logger.js';
import { PlatformModule } from '#platform/platform.module.js';
import { StoredKeys } from '#platform/config/stored-keys.js';
import { Readiness } from '#platform/process/readiness.js';
import type { ServerEvent } from '#protocol/events.js';
import { workspaceEntities } from '#workspaces/persistence/workspace.entities.js';
import { WorkspacesModule } from '#workspaces/workspaces.module.js';

/** A clock that a test moves. */
export class HandClock extends Clock {
  private time = 1_000;

  override now(): number {
    return this.time;
  }

  advance(ms = 1): void {
    this.time += ms;
  }
}

export interface Organisations {
  readonly clock: HandClock;
  /** Every event since it opened, in order. */
  readonly events: ServerEvent[];
  /** Every log line. */
  readonly lines: string[];
  get<T>(type: Type<T> | (abstract new (...args: never[]) => T)): T;
  close(): Promise<void>;
}

export interface OrganisationsOptions {
  /** The directory with the directories of floors, and with the database if it is a file. */
  readonly directory: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly imports?: NonNullable<ModuleMetadata['imports']>;
}

const usual = {
  OFFICE_DB: ':memory:',
  OFFICE_LLM_MODE: 'mock',
  OFFICE_SKILLS_DIR: join(import.meta.dirname, '../../../skills'),
};

/** Settings and floors wired as in the application, on a real database, without its interfaces. */
export async function openOrganisations(options: OrganisationsOptions): Promise<Organisations> {
  const { directory, env = {}, imports = [] } = options;
  const clock = new HandClock();
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const logger = new OfficeLogger({ clock, level: 'debug', sinks: { out: write, err: write } });
  const source = { env: { ...usual, ...env }, cwd: directory };
  const module = await Test.createTestingModule({
    imports: [
      PlatformModule.on({
        config: loadConfig(source),
        source,
        clock,
        logger,
        readiness: new Readiness(),
        keys: new StoredKeys(null),
      }),
      DatabaseModule.withEntities([...platformEntities, ...workspaceEntities]),
      FleetModule,
      WorkspacesModule,
      ...imports,
    ],
  }).compile();
  await module.init();
  const events: ServerEvent[] = [];
  module.get(EventBus).subscribe('test', (event) => void events.push(event));
  return {
    clock,
    events,
    lines,
    get: (type) => module.get(type, { strict: false }),
    close: () => module.close(),
  };
}
