/** Variables by name, as a process or a `.env` file gives them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the text of a `.env` file (behaviour-server.md 3.2): one `KEY=value` a line, blank lines
 * and `#` lines skipped, both sides trimmed, one pair of matching quotes taken off. Nothing is
 * expanded, and a value never runs over its line. Of a repeated key the last line counts.
 *
 * Not `util.parseEnv`: that one cuts off what follows a `#`, drops `export`, lets a quoted value
 * run over lines, and turns `\n` in it into a line end.
 */
export function parseEnvFile(text: string): Readonly<Record<string, string>> {
  const entries = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map(parseLine);
  return Object.fromEntries(entries.filter((entry) => entry !== null));
}

function parseLine(line: string): readonly [string, string] | null {
  const trimmed = line.trim();
  const equals = trimmed.indexOf('=');
  if (trimmed.startsWith('#') || equals <= 0) return null;
  const key = trimmed.slice(0, equals).trim();
  return [key, unquote(trimmed.slice(equals + 1).trim())];
}

function unquote(value: string): string {
  const quoted = value.length >= 2 && /^(["']).*\1$/s.test(value);
  return quoted ? value.slice(1, -1) : value;
}
