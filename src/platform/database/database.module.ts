import {
  type DynamicModule,
  Global,
  Injectable,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { healthTexts } from '../../protocol/texts/process.js';
import { AuditLogEntity } from '../audit/audit-log.js';
import { AuditModule } from '../audit/audit.module.js';
import { OfficeConfig } from '../config/office-config.js';
import { EventBus } from '../events/event-bus.js';
import { EventFeed } from '../events/event-feed.js';
import { Projections } from '../events/projections.js';
import { EventCounterEntity, EventEntity } from '../events/event.entity.js';
import { EventLog } from '../events/event-log.js';
import { EventRetention } from '../events/event-retention.js';
import { LogMirror } from '../events/log-mirror.js';
import { OfficeListeners } from '../events/office-listeners.js';
import { OfficeLogger } from '../logging/office-logger.js';
import { Readiness } from '../process/readiness.js';
import type { EntityClasses } from './data-source.js';
import { History } from './history.js';
import { OfficeDocumentEntity, OfficeDocuments } from './office-documents.js';
import { openDatabase } from './open-database.js';
import { OpenedDatabase } from './opened-database.js';
import { StoreCheck } from './store-check.js';
import { StoreOutages } from './store-outages.js';
import { StoreRetry } from './store-retry.js';
import { Transactions } from './transactions.js';

/** Entities of the platform itself. */
export const platformEntities = [
  AuditLogEntity,
  EventEntity,
  EventCounterEntity,
  OfficeDocumentEntity,
];

@Injectable()
class DatabaseCloser implements OnApplicationShutdown {
  constructor(private readonly opened: OpenedDatabase) {}

  async onApplicationShutdown(): Promise<void> {
    await this.opened.dataSource.destroy();
    await this.opened.lock?.release();
  }
}

/**
 * Owns the database connection, transactions, the numbered event log and its bus. It knows no
 * features: the application passes in the entities.
 */
@Global()
@Module({})
export class DatabaseModule {
  static withEntities(entities: EntityClasses): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [AuditModule, DiscoveryModule],
      providers: [
        {
          provide: OpenedDatabase,
          useFactory: async (config: OfficeConfig, logger: OfficeLogger, readiness: Readiness) => {
            const { database, fleet, databaseConnectTimeoutMs: connectTimeoutMs } = config;
            const log = logger.scope('store');
            const opened = await openDatabase({
              database,
              shared: fleet.shared,
              connectTimeoutMs,
              entities,
              log,
              readiness,
            });
            readiness.boots(healthTexts.starting);
            return opened;
          },
          inject: [OfficeConfig, OfficeLogger, Readiness],
        },
        {
          provide: DataSource,
          useFactory: (opened: OpenedDatabase) => opened.dataSource,
          inject: [OpenedDatabase],
        },
        DatabaseCloser,
        History,
        EventBus,
        EventFeed,
        Transactions,
        StoreCheck,
        Projections,
        StoreRetry,
        StoreOutages,
        OfficeDocuments,
        EventLog,
        EventRetention,
        LogMirror,
        OfficeListeners,
      ],
      exports: [
        History,
        OpenedDatabase,
        DataSource,
        EventBus,
        EventFeed,
        Transactions,
        StoreCheck,
        Projections,
        StoreRetry,
        StoreOutages,
        OfficeDocuments,
        EventLog,
      ],
    };
  }
}
