import { httpTexts } from '../../protocol/texts/http.js';

/** Different refusals that are told; an attacker can make up as many as they like. */
const mostLines = 50;

/** Tells each refusal once, however often it is repeated. */
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
