import { httpTexts } from '../../protocol/texts/http.js';

/** Distinct refusals that are logged; an attacker can produce any number. */
const mostLines = 50;

/** Logs each distinct refusal once. */
export class RefusalLog {
  private readonly told = new Set<string>();

  constructor(private readonly warn: (line: string) => void) {}

  tell(line: string): void {
    if (this.told.has(line) || this.told.size === mostLines) return;
    this.told.add(line);
    this.warn(line);
    if (this.told.size === mostLines) this.warn(httpTexts.furtherRefusals);
  }
}
