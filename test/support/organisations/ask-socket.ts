import type { ClientCommand } from '../../../src/protocol/commands.js';
import type { ServerEvent } from '../../../src/protocol/events.js';
import type { OfficeSocket } from '../office-socket.js';
import type { RunningOffice } from '../start-office.js';

/** What a new socket hears of a command, from its first event up to the last that the test names. */
export async function eventsAfter(
  office: RunningOffice,
  command: ClientCommand,
  last: ServerEvent['type'],
): Promise<readonly ServerEvent[]> {
  return withSocket(office, async (socket) => {
    const from = socket.events.length;
    socket.send(command);
    await socket.waitFor(last);
    return socket.events.slice(from);
  });
}

/** The refusal that a command is answered with; the rest of the frame is any JSON. */
export async function refusalOf(
  office: RunningOffice,
  command: Readonly<Record<string, unknown>>,
): Promise<string> {
  return withSocket(office, async (socket) => {
    socket.sendRaw(JSON.stringify(command));
    return (await socket.waitFor('error')).message;
  });
}

async function withSocket<T>(
  office: RunningOffice,
  use: (socket: OfficeSocket) => Promise<T>,
): Promise<T> {
  const socket = await office.client.connect();
  try {
    return await use(socket);
  } finally {
    await socket.close();
  }
}
