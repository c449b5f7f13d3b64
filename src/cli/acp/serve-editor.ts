import { Readable, Writable } from 'node:stream';
import { ndJsonStream } from '@agentclientprotocol/sdk';
import { Office } from '../../client/office.js';
import { serviceVersion } from '../../platform/process/service-version.js';
import type { Around } from '../around.js';
import { EditorAgent } from './editor-agent.js';

/** Serves an editor over standard input and output to its end; runs at work go on. */
export async function serveEditor(around: Around): Promise<void> {
  const gone = new AbortController();
  const office = officeOf(around, gone.signal);
  const agent = new EditorAgent({ version: serviceVersion, office, signal: gone.signal });
  const connection = agent
    .app()
    .connect(
      ndJsonStream(
        Writable.toWeb(process.stdout),
        Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
      ),
    );
  around.interrupt.signal.addEventListener('abort', () => connection.close(), { once: true });
  await connection.closed;
  gone.abort();
  // Otherwise an open pipe keeps the process.
  process.stdin.destroy();
}

/**
 * The connection to the office, made when first needed, and again after it was given up. It waits
 * without limit for an office that went away.
 */
function officeOf({ address, http }: Around, signal: AbortSignal): () => Promise<Office> {
  let opened: Promise<Office> | undefined;
  const open = async (): Promise<Office> => {
    await http.health({ signal });
    return Office.connect(address, { signal });
  };
  return async () => {
    const before = opened;
    const known = await before?.catch(() => undefined);
    if (known !== undefined && known.status.phase !== 'closed') return known;
    const next = opened === before || opened === undefined ? open() : opened;
    opened = next;
    return next;
  };
}
