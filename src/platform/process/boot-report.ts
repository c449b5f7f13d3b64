import { Injectable } from '@nestjs/common';

/** Lines of the banner, in the order in which they are printed. */
export const bootReportKeys = [
  'listening',
  'mode',
  'providers',
  'discovery',
  'floors',
  'skills',
  'tools',
  'models',
  'workspace',
  'store',
  '.env',
] as const;
export type BootReportKey = (typeof bootReportKeys)[number];

/**
 * What the service says of itself once it listens. Every module tells its own line while it starts;
 * the text is asked for when the banner is printed.
 */
@Injectable()
export class BootReport {
  private readonly lines = new Map<BootReportKey, () => string>();

  tell(key: BootReportKey, text: () => string): void {
    this.lines.set(key, text);
  }

  /** `<key>  <text>` of every line that was told, the texts in one column. */
  render(): readonly string[] {
    const told = bootReportKeys.flatMap((key) => {
      const text = this.lines.get(key);
      return text === undefined ? [] : [{ key, text: text() }];
    });
    const width = Math.max(0, ...told.map(({ key }) => key.length));
    return told.map(({ key, text }) => `${key.padEnd(width)}  ${text}`);
  }
}
