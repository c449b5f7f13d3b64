import type { ClientCommand } from '#protocol/commands.js';
import type { ServerEvent } from '#protocol/events.js';
import type { OfficeState } from '#protocol/records/office.js';
import type { OfficeSocket } from '../office-socket.js';
import type { RunningOffice } from '../start-office.js';

/**
 * Events of a command on a new socket, from the first to the last one that the test names, without
 * `office.updated`, which several changes may share (`OfficeBroadcaster`). With `office.updated` as
 * the last one, one has followed the first other event.
 */
export async function eventsAfter(
  office: RunningOffice,
  command: ClientCommand,
  last: ServerEvent['type'],
): Promise<readonly ServerEvent[]> {
  return withSocket(office, async (socket) => {
    const from = socket.events.length;
    const heard = (): readonly ServerEvent[] => socket.events.slice(from);
    socket.send(command);
    const first = await socket.waitForAny((event) => heard().includes(event) && !isState(event));
    await socket.waitForAny((event) => {
      const since = heard();
      return event.type === last && since.indexOf(event) >= since.indexOf(first);
    });
    return heard().filter((event) => !isState(event));
  });
}

/** The first whole state after the command that meets the condition. */
export async function stateAfter(
  office: RunningOffice,
  command: ClientCommand,
  condition: (state: OfficeState) => boolean,
): Promise<OfficeState> {
  return withSocket(office, async (socket) => {
    socket.send(command);
    const event = await socket.waitFor('office.updated', ({ state }) => condition(state));
    return event.state;
  });
}

/** Selects another floor and waits until it is shown. */
export function selectFloor(office: RunningOffice, workspaceId: string): Promise<OfficeState> {
  return stateAfter(
    office,
    { type: 'selectWorkspace', workspaceId },
    ({ activeWorkspaceId }) => activeWorkspaceId === workspaceId,
  );
}

function isState(event: ServerEvent): boolean {
  return event.type === 'office.updated';
}

/** The refusal of a command; the rest of the frame is any JSON. */
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
