import { displayCommand } from '../platform/process/display-command.js';
import type { VendorConfig } from './config/vendor-config.js';

/** A harness's command line for display, with the task's place in it. */
export function displayVendor({ command, args, transport, promptTransport }: VendorConfig): string {
  const line = displayCommand(command, args);
  if (transport === 'acp') return line;
  return promptTransport === 'stdin' ? `${line} < "<task>"` : `${line} "<task>"`;
}
