import { httpTexts } from '../../protocol/texts/http.js';

/** Distinct refusals that are logged; an attacker can produce any number. */
const mostLines = 50;

/** Logs each distinct refusal once. */
export class RefusalLog {
  private readonly logged = new Set<string>();

  constructor(private readonly warn: (line: string) => void) {}

  log(line: string): void {
    if (this.logged.has(line) || this.logged.size === mostLines) return;
    this.logged.add(line);
    this.warn(line);
    if (this.logged.size === mostLines) this.warn(httpTexts.furtherRefusals);
  }
}
