import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A gzipped archive as served by a marketplace. */
export interface PluginBundle {
  /** SHA-256 of the archive, hexadecimal. */
  readonly hash: string;
  readonly archive: Buffer;
}

/**
 * Bundles of installed plugins, by hash. Plain statements, because the type of a byte column
 * differs between the databases.
 */
@Injectable()
export class PluginBundlesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The archive with this hash; null if it is not stored. */
  async find(hash: string): Promise<Buffer | null> {
    const rows = await this.dataSource.sql<{ archive: Buffer }[]>`
      SELECT archive FROM plugin_bundles WHERE hash = ${hash}`;
    return rows[0]?.archive ?? null;
  }

  async add(manager: EntityManager, { hash, archive }: PluginBundle): Promise<void> {
    await manager.sql`
      INSERT INTO plugin_bundles (hash, archive) VALUES (${hash}, ${archive})
      ON CONFLICT (hash) DO NOTHING`;
  }

  /** Deletes all bundles except those with these hashes. */
  async keepOnly(manager: EntityManager, hashes: readonly string[]): Promise<void> {
    const stored = await manager.sql<{ hash: string }[]>`SELECT hash FROM plugin_bundles`;
    const kept = new Set(hashes);
    for (const { hash } of stored) {
      if (!kept.has(hash)) await manager.sql`DELETE FROM plugin_bundles WHERE hash = ${hash}`;
    }
  }
}
