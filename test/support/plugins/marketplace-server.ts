import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { filesOf } from './plugin-workshop.js';
import type { ManifestFields, PluginSource } from './plugin-workshop.js';
import { tarOf } from './tar-of.js';

export interface Entry {
  manifest: unknown;
  downloadUrl?: unknown;
  sha256?: unknown;
  [field: string]: unknown;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A plugin as the gzipped archive that a marketplace serves. */
export function bundleOf(source: PluginSource, wrapper = ''): Buffer {
  const entries = Object.entries(filesOf(source)).map(([name, content]) => ({
    name: wrapper + name,
    content,
  }));
  return gzipSync(tarOf(...entries));
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A marketplace on loopback that serves whatever the test gives it. */
export class MarketplaceServer {
  /** Entries of its catalogue. */
  readonly plugins: Entry[] = [];
  /** Requested paths, in order. */
  readonly asked: string[] = [];
  private readonly handlers = new Map<string, Handler>();
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => this.serve(request, response));
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get catalogUrl(): string {
    return `${this.origin}/catalog.json`;
  }

  /** Lists a plugin, replacing another version of it, and serves its bundle. */
  publish(source: PluginSource, changes: Partial<Entry> = {}, bundle = bundleOf(source)): Entry {
    const { id, version } = source.manifest as ManifestFields & { id: string; version: string };
    const path = `/${id}-${version}.tar.gz`;
    this.answer(path, (_request, response) => response.end(bundle));
    const entry: Entry = {
      manifest: source.manifest,
      downloadUrl: path.slice(1),
      sha256: sha256(bundle),
      ...changes,
    };
    const index = this.plugins.findIndex(({ manifest }) => (manifest as { id: string }).id === id);
    if (index === -1) this.plugins.push(entry);
    else this.plugins[index] = entry;
    return entry;
  }

  /** Serves a path with this handler; it may replace the catalogue. */
  answer(path: string, handler: Handler): void {
    this.handlers.set(path, handler);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '';
    this.asked.push(path);
    const handler = this.handlers.get(path);
    if (handler !== undefined) handler(request, response);
    else if (path === '/catalog.json') {
      response.end(JSON.stringify({ version: 1, name: 'Test market', plugins: this.plugins }));
    } else response.writeHead(404).end();
  }
}
