import { Injectable } from '@nestjs/common';

/** Keys of the banner's lines, in printed order. */
const bootReportKeys = [
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
type BootReportKey = (typeof bootReportKeys)[number];

/**
 * The banner printed once the service listens. Modules add lines during start; their texts are
 * computed when it is printed.
 */
@Injectable()
export class BootReport {
  private readonly lines = new Map<BootReportKey, () => string>();

  add(key: BootReportKey, text: () => string): void {
    this.lines.set(key, text);
  }

  /** `<key>  <text>` for every added line, with aligned texts. */
  render(): readonly string[] {
    const lines = bootReportKeys.flatMap((key) => {
      const text = this.lines.get(key);
      return text === undefined ? [] : [{ key, text: text() }];
    });
    const width = Math.max(0, ...lines.map(({ key }) => key.length));
    return lines.map(({ key, text }) => `${key.padEnd(width)}  ${text}`);
  }
}
