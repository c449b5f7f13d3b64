import { createInterface } from 'node:readline';
import { pluginCodeTexts } from '../../../protocol/texts.js';
import { pluginLimits } from '../../plugin-limits.js';
import type { FromOffice, FromPlugin } from '../messages.js';

/**
 * The line to the office: standard input and output, which the plugin's own output is kept away
 * from. Writing waits until the office has taken the message, so an honest plugin is slowed down
 * before it floods.
 */
export class OfficeChannel {
  private readonly output = process.stdout;

  constructor() {
    Object.defineProperty(process, 'stdout', { value: process.stderr });
  }

  /** @throws when the message is longer than the office accepts. */
  say(message: FromPlugin): void {
    const line = `${JSON.stringify(message)}\n`;
    if (Buffer.byteLength(line) > pluginLimits.messageBytes) {
      throw new Error(pluginCodeTexts.messageTooLarge(pluginLimits.messageBytes));
    }
    this.output.write(line);
  }

  /** Hears the office until it hangs up, which ends the process. */
  listen(hear: (message: FromOffice) => void): void {
    createInterface({ input: process.stdin })
      .on('line', (line) => hear(JSON.parse(line) as FromOffice))
      .on('close', () => process.exit(0));
  }
}
