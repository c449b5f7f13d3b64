import type { CommandOptions } from '../../platform/socket/socket-command.js';
import type { FloorPlace } from '../../protocol/command-results.js';
import type { Workspace } from '../../protocol/records/organisation.js';

/** The result of a command that changes a floor: its place afterwards. */
export const placed: CommandOptions = {
  result: ({ id, name, path, floor }: Workspace): FloorPlace => ({ id, name, path, floor }),
};
