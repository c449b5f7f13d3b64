import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.union([z.int(), z.string().regex(/^-?\d+$/)]) }),
  z.strictObject({ doubleValue: z.number() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ arrayValue: z.object({ values: z.array(z.unknown()) }) }),
]);
const attributes = z.array(z.strictObject({ key: z.string().min(1), value })).default([]);
const nanoseconds = z.string().regex(/^[1-9]\d{18}$/);
const hex = (digits: number) => z.string().regex(new RegExp(`^(?!0+$)[0-9a-f]{${digits}}$`));

/** OTLP 1.x in JSON: ids as hexadecimal digits, times as text, enums as numbers, no unknown names. */
const span = z.strictObject({
  traceId: hex(32),
  spanId: hex(16),
  parentSpanId: hex(16).optional(),
  traceState: z.string().optional(),
  flags: z.int().optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  droppedAttributesCount: z.literal(0).optional(),
  events: z.array(z.never()).optional(),
  droppedEventsCount: z.literal(0).optional(),
  links: z.array(z.never()).optional(),
  droppedLinksCount: z.literal(0).optional(),
  status: z.strictObject({ code: z.int().min(0).max(2), message: z.string().optional() }),
});
const request = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes, droppedAttributesCount: z.literal(0).optional() }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string() }),
          spans: z.array(span).min(1),
          schemaUrl: z.string().optional(),
        }),
      ),
      schemaUrl: z.string().optional(),
    }),
  ),
});

export type ReceivedSpan = Omit<z.infer<typeof span>, 'attributes'> & {
  readonly attributes: Readonly<Record<string, unknown>>;
};

/** A collector of a few lines that takes nothing but OTLP over HTTP in JSON, to the letter. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  readonly resources: Readonly<Record<string, unknown>>[] = [];
  readonly headers: IncomingMessage['headers'][] = [];
  /** What it was sent in full. */
  readonly bodies: string[] = [];
  /** What was wrong with what it was sent. */
  readonly problems: string[] = [];
  private readonly waiting = new Set<() => void>();

  private constructor(private readonly server: Server) {
    server.on('request', (incoming, response) => {
      void this.take(incoming).then((status) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
      });
    });
  }

  static async start(): Promise<OtlpReceiver> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    server.unref();
    return new OtlpReceiver(server);
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Resolves when a span like this has come. */
  async received(matches: (span: ReceivedSpan) => boolean): Promise<void> {
    while (!this.spans.some(matches)) {
      await new Promise<void>((resolve) => this.waiting.add(resolve));
    }
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(incoming: IncomingMessage): Promise<number> {
    const body = await text(incoming);
    const { method, url, headers } = incoming;
    const asked = `${method} ${url} ${headers['content-type']}`;
    if (asked !== 'POST /v1/traces application/json') return this.refuse(asked);
    const { success, data, error } = request.safeParse(JSON.parse(body));
    if (!success) return this.refuse(error.message);
    this.headers.push(headers);
    this.bodies.push(body);
    for (const { resource, scopeSpans } of data.resourceSpans) {
      this.resources.push(plain(resource.attributes));
      const received = scopeSpans.flatMap(({ spans }) => spans);
      this.spans.push(...received.map((each) => ({ ...each, attributes: plain(each.attributes) })));
    }
    for (const wake of this.waiting) wake();
    this.waiting.clear();
    return 200;
  }

  private refuse(problem: string): number {
    this.problems.push(problem);
    return 400;
  }
}

function plain(list: z.infer<typeof attributes>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(list.map((each) => [each.key, Object.values(each.value)[0]]));
}
