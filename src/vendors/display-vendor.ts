import { displayCommand } from '../platform/process/display-command.js';
import type { VendorConfig } from './config/vendor-config.js';

/** The command line of a harness as people are shown it, with the place the task takes in it. */
export function displayVendor({ command, args, transport, promptTransport }: VendorConfig): string {
  const line = displayCommand(command, args);
  if (transport === 'acp') return line;
  return promptTransport === 'stdin' ? `${line} < "<task>"` : `${line} "<task>"`;
}
