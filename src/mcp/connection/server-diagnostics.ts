import type { Redact } from '../../platform/logging/redact.js';
import { cleaned } from '../../platform/text/cleaned.js';
import { clip } from '../../platform/text/clip.js';
import type { McpLimits } from '../mcp-limits.js';

/**
 * The last output of a server that was not a message, and remarks about it. Only the newest lines
 * are kept, shortened.
 */
export class ServerDiagnostics {
  private readonly stderrLines: string[] = [];
  private readonly noteLines: string[] = [];

  /**
   * @param redact removes secrets given to the server
   * @param changed called when the notes have changed
   */
  constructor(
    private readonly limits: McpLimits,
    private readonly redact: Redact,
    private readonly changed: () => void,
  ) {}

  /** A line of the server's standard error. */
  stderr(line: string): void {
    const text = this.clean(line);
    if (text === '') return;
    keep(this.stderrLines, text, this.limits.stderrLines);
    this.note(text);
  }

  /** A remark for the operator. */
  note(text: string): void {
    keep(this.noteLines, this.clean(text), this.limits.notes);
    this.changed();
  }

  /** Newest last. */
  lastStderr(count: number): readonly string[] {
    return this.stderrLines.slice(-count);
  }

  /** Newest last. */
  notes(): readonly string[] {
    return [...this.noteLines];
  }

  private clean(line: string): string {
    const max = this.limits.noteCharacters;
    return clip(this.redact(cleaned(line, 4 * max).trim()), max);
  }
}

function keep(lines: string[], line: string, max: number): void {
  lines.push(line);
  if (lines.length > max) lines.shift();
}
