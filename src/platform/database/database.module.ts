import {
  type DynamicModule,
  Global,
  Injectable,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OfficeConfig } from '../config/office-config.js';
import { EventBus } from '../events/event-bus.js';
import { EventCounterEntity, EventEntity } from '../events/event.entity.js';
import { EventLog } from '../events/event-log.js';
import { EventRetention } from '../events/event-retention.js';
import { LogMirror } from '../events/log-mirror.js';
import { OfficeLogger } from '../logging/office-logger.js';
import type { EntityClasses } from './data-source.js';
import { OfficeDocumentEntity } from './office-document.entity.js';
import { OfficeDocuments } from './office-documents.js';
import { openDatabase } from './open-database.js';
import { OpenedDatabase } from './opened-database.js';
import { StorePatience } from './store-patience.js';
import { Transactions } from './transactions.js';

/** Entities of the platform itself. */
export const platformEntities = [EventEntity, EventCounterEntity, OfficeDocumentEntity];

@Injectable()
class DatabaseCloser implements OnApplicationShutdown {
  constructor(private readonly opened: OpenedDatabase) {}

  async onApplicationShutdown(): Promise<void> {
    await this.opened.dataSource.destroy();
    this.opened.lock?.release();
  }
}

/**
 * Owns the database connection, transactions, and the numbered event log with its bus. It knows no
 * feature: whoever assembles the application names the entities.
 */
@Global()
@Module({})
export class DatabaseModule {
  static withEntities(entities: EntityClasses): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        {
          provide: OpenedDatabase,
          useFactory: (config: OfficeConfig, logger: OfficeLogger) =>
            openDatabase(config.database, entities, logger.scope('store')),
          inject: [OfficeConfig, OfficeLogger],
        },
        {
          provide: DataSource,
          useFactory: (opened: OpenedDatabase) => opened.dataSource,
          inject: [OpenedDatabase],
        },
        DatabaseCloser,
        EventBus,
        Transactions,
        StorePatience,
        OfficeDocuments,
        EventLog,
        EventRetention,
        LogMirror,
      ],
      exports: [
        OpenedDatabase,
        DataSource,
        EventBus,
        Transactions,
        StorePatience,
        OfficeDocuments,
        EventLog,
      ],
    };
  }
}
