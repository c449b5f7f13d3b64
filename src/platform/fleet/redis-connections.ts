import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis, RedisOptions } from 'ioredis';
import { OfficeConfig } from '../config/office-config.js';
import { OfficeLogger, type ScopedLogger } from '../logging/office-logger.js';
import { messageOf } from '../errors/error-text.js';

/** Longest pause between attempts to reach the server, ms. */
const longestPauseMs = 2000;

/**
 * Connections to the fleet's Redis server. Each reconnects by itself and is closed with the
 * application. One line is logged when a connection is lost and one when it is restored.
 */
@Injectable()
export class RedisConnections implements OnApplicationShutdown {
  /** Null: not part of a fleet. */
  readonly url: string | null;
  private readonly log: ScopedLogger;
  private readonly open = new Set<Redis>();

  constructor(config: OfficeConfig, logger: OfficeLogger) {
    this.url = config.fleet.redisUrl;
    this.log = logger.scope('fleet');
  }

  /**
   * Opens a connection for one purpose. Commands fail at once while the server is unreachable,
   * unless the options say otherwise. Throws outside a fleet; the library is then never loaded.
   */
  async connect(purpose: string, options: RedisOptions = {}): Promise<Redis> {
    if (this.url === null) throw new Error('this process belongs to no fleet');
    const { Redis } = await import('ioredis');
    const redis = new Redis(this.url, {
      connectionName: `office ${purpose}`,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      retryStrategy: (tries) => Math.min(tries * 100, longestPauseMs),
      ...options,
    });
    this.report(redis, purpose);
    this.open.add(redis);
    redis.once('end', () => this.open.delete(redis));
    return redis;
  }

  onApplicationShutdown(): void {
    for (const redis of this.open) redis.disconnect();
  }

  private report(redis: Redis, purpose: string): void {
    let lost = false;
    redis.on('error', (thrown) => {
      if (lost) return;
      lost = true;
      this.log.warn(`Redis (${purpose}) cannot be reached; trying again: ${messageOf(thrown)}`);
    });
    redis.on('ready', () => {
      if (lost) this.log.info(`Redis (${purpose}) answers again`);
      lost = false;
    });
  }
}
