import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const sliceMs = 10;
const packetBytes = 1460;

/** A line between browser and service that all connections share; loopback has no limits. */
export interface SlowLine {
  readonly address: string;
  /** Number of bytes that came from the service so far. */
  readonly bytes: number;
  close(): Promise<void>;
}

interface LineOptions {
  /** From the service. */
  readonly bytesPerSecond: number;
  /** Time of a byte from one end to the other, ms. */
  readonly delayMs: number;
}

/** A proxy before the service at this address. */
export async function openSlowLine(
  address: string,
  { bytesPerSecond, delayMs }: LineOptions,
): Promise<SlowLine> {
  const { port } = new URL(address);
  const sockets = new Set<Socket>();
  /** What waits for its slice of the line, by the client's socket. */
  const waiting = new Map<Socket, Buffer>();
  let bytes = 0;
  const later = (to: Socket, chunk: Buffer) =>
    setTimeout(() => to.writable && to.write(chunk), delayMs);
  const server = createServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1');
    client.on('data', (chunk: Buffer) => later(upstream, chunk));
    upstream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      waiting.set(client, Buffer.concat([waiting.get(client) ?? Buffer.alloc(0), chunk]));
    });
    client.on('close', () => {
      waiting.delete(client);
      upstream.destroy();
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket.setNoDelay(true));
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  let at = performance.now();
  let free = 0;
  const pace = setInterval(() => {
    const now = performance.now();
    free = Math.min(packetBytes, free) + ((now - at) / 1000) * bytesPerSecond;
    at = now;
    // The connections take turns, as packets do.
    for (const [to, all] of waiting) {
      if (free <= 0) break;
      waiting.delete(to);
      const packet = all.subarray(0, packetBytes);
      free -= packet.length;
      later(to, packet);
      if (all.length > packet.length) waiting.set(to, all.subarray(packetBytes));
    }
  }, sliceMs);
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get bytes() {
      return bytes;
    },
    close: async () => {
      clearInterval(pace);
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
