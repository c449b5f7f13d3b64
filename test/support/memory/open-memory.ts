import { join } from 'node:path';
import { Test } from '@nestjs/testing';
import { DataSource } from 'typeorm';
import { entities } from '#entities.js';
import { LedgerService } from '#memory/ledger.service.js';
import { MemoryProjection } from '#memory/memory-projection.js';
import { MemoryModule } from '#memory/memory.module.js';
import { MemoryService } from '#memory/memory.service.js';
import { FactIndex } from '#memory/recall/fact-index.js';
import { ReadableScopes } from '#memory/recall/readable-scopes.js';
import { RecallService } from '#memory/recall/recall.service.js';
import { Embedder } from '#memory/semantic/embedder.js';
import { Clock } from '#platform/clock.js';
import { loadConfig } from '#platform/config/load-config.js';
import type { DatabaseConfig } from '#platform/config/office-config.js';
import { DatabaseModule } from '#platform/database/database.module.js';
import { FleetModule } from '#platform/fleet/fleet.module.js';
import { EventBus } from '#platform/events/event-bus.js';
import { OfficeLogger } from '#platform/logging/office-logger.js';
import { PlatformModule } from '#platform/platform.module.js';
import { StoredKeys } from '#platform/config/stored-keys.js';
import { Readiness } from '#platform/process/readiness.js';
import { StateModule } from '#platform/state/state.module.js';
import type { ServerEvent } from '#protocol/events.js';
import type { MemoryFact, MemoryInput, MemoryState } from '#protocol/records/memory.js';
import { HandClock } from '../organisations/open-organisations.js';

type Token<T> = abstract new (...args: never[]) => T;

/** Memory wired as in the application, on a real database, without its interfaces. */
export class OpenMemory {
  /** Every event since it was opened, in order. */
  readonly events: ServerEvent[] = [];

  constructor(
    readonly clock: HandClock,
    /** Every log line. */
    readonly lines: readonly string[],
    readonly get: <T>(token: Token<T>) => T,
    readonly close: () => Promise<void>,
  ) {
    get(EventBus).subscribe('test', (event) => void this.events.push(event));
  }

  /** Writes a fact, by default a note of the installation, each a millisecond after the last. */
  remember(fields: Partial<MemoryInput> & { readonly text: string }): Promise<MemoryFact> {
    this.clock.advance();
    const input = { scope: 'installation', kind: 'note', ...fields };
    return this.get(MemoryService).remember(input, { workspaceId: 'active-floor' });
  }

  retract(id: string, reason?: string): Promise<{ readonly readBy: readonly string[] }> {
    this.clock.advance();
    return this.get(MemoryService).retract(id, reason);
  }

  /** Texts that a reader on the floor finds, the best first. */
  async find(
    query: string,
    workspaceId: string | null = 'floor',
    roleId?: string,
  ): Promise<string[]> {
    const scopes = ReadableScopes.of(workspaceId, roleId);
    const { facts } = await this.get(RecallService).search({ scopes, query, limit: 100 });
    return facts.map(({ text }) => text);
  }

  ledger(): ReturnType<LedgerService['read']> {
    return this.get(LedgerService).read();
  }

  /** Memory's part of the office state. */
  get state(): MemoryState {
    return this.get(MemoryProjection).current();
  }
}

export interface MemoryOptions {
  readonly database: DatabaseConfig;
  /** The directory with the directories of floors. */
  readonly directory: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Replaces the embedder of the environment. */
  readonly embedder?: Embedder;
  /** Replaces the index that fits the database. */
  readonly index?: (dataSource: DataSource) => FactIndex;
}

export async function openMemory(options: MemoryOptions): Promise<OpenMemory> {
  const { database, directory, env = {}, embedder, index } = options;
  const clock = new HandClock();
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const logger = new OfficeLogger({ clock, level: 'debug', sinks: { out: write, err: write } });
  const source = { env: { ...usual, ...env }, cwd: directory };
  const config = { ...loadConfig(source), database };
  const building = Test.createTestingModule({
    imports: [
      PlatformModule.on({
        config,
        source,
        clock,
        logger,
        readiness: new Readiness(),
        keys: new StoredKeys(null),
      }),
      DatabaseModule.withEntities(entities),
      FleetModule,
      StateModule,
      MemoryModule,
    ],
  });
  if (embedder !== undefined) building.overrideProvider(Embedder).useValue(embedder);
  if (index !== undefined) {
    building.overrideProvider(FactIndex).useFactory({ factory: index, inject: [DataSource] });
  }
  const module = await building.overrideProvider(Clock).useValue(clock).compile();
  await module.init();
  const get = <T>(token: Token<T>): T => module.get<T>(token, { strict: false });
  return new OpenMemory(clock, lines, get, () => module.close());
}

const usual = {
  OFFICE_LLM_MODE: 'mock',
  OFFICE_SKILLS_DIR: join(import.meta.dirname, '../../../skills'),
};
