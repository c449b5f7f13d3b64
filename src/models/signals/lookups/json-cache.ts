import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ScopedLogger } from '#platform/logging/office-logger.js';
import { errnoOf } from '#platform/paths/errno.js';
import { makeDirectory } from '#platform/paths/make-directory.js';
import { anything } from '#platform/text/foreign-fields.js';
import { lookupTexts } from '#protocol/texts/models.js';
import { innermostMessage } from '#platform/errors/error-text.js';

const version = 1;

const fileSchema = z.looseObject({
  version: z.literal(version),
  savedAt: anything.transform(Number),
});

interface Cached {
  /** ms. */
  readonly savedAt: number;
  /** The saved value; its owner must validate it. */
  readonly content: unknown;
}

/**
 * A file that caches an answer between boots: `{version, savedAt, <name>}`. Failures to read or
 * write only cause a warning.
 */
export class JsonCache {
  private writing: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(
    /** Null = no cache. */
    private readonly path: string | null,
    /** Key of the content in the file. */
    private readonly name: string,
    private readonly logger: ScopedLogger,
  ) {}

  /** The last saved content, of any age; null if there is none. */
  async load(): Promise<Cached | null> {
    if (this.path === null) return null;
    try {
      const read = fileSchema.safeParse(JSON.parse(await readFile(this.path, 'utf8')));
      if (read.success) return { savedAt: read.data.savedAt, content: read.data[this.name] };
      this.logger.warn(lookupTexts.cacheVersion(this.path));
    } catch (thrown) {
      if (errnoOf(thrown) !== 'ENOENT')
        this.logger.warn(lookupTexts.cacheUnreadable(this.path, innermostMessage(thrown)));
    }
    return null;
  }

  /** Writes one after the other, so that the last content stays. */
  save(savedAt: number, content: unknown): Promise<void> {
    const { path } = this;
    if (path === null || this.closed) return Promise.resolve();
    this.writing = this.writing.then(() => this.write(path, savedAt, content));
    return this.writing;
  }

  /** Stops saving; settles when pending writes are done. */
  close(): Promise<void> {
    this.closed = true;
    return this.writing;
  }

  /** Writes to a temporary file and renames it, so that readers never see a partial file. */
  private async write(path: string, savedAt: number, content: unknown): Promise<void> {
    const draft = `${path}.${randomUUID()}`;
    try {
      await makeDirectory(dirname(path));
      await writeFile(draft, JSON.stringify({ version, savedAt, [this.name]: content }));
      await rename(draft, path);
    } catch (thrown) {
      this.logger.warn(lookupTexts.cacheUnwritable(path, innermostMessage(thrown)));
      await rm(draft, { force: true }).catch(() => {});
    }
  }
}
