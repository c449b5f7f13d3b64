import { parsedOrUndefined } from '#platform/text/foreign-json.js';

/**
 * The JSON values in a provider's text: one, several next to each other or on lines of their own,
 * with anything between them. Invalid ones are left out.
 */
export function jsonValuesIn(text: string): readonly unknown[] {
  const whole = readable(text);
  if (whole !== undefined) return [whole];
  const parts = bracketed(text) ?? linesOf(text);
  return parts.map(readable).filter((value) => value !== undefined);
}

/** The JSON objects and lists in a text; null: one of them has no end. */
export function bracketed(text: string): readonly string[] | null {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  let inText = false;
  for (const { 0: token, index } of text.matchAll(/\\.|["[\]{}]/gs)) {
    if (token === '"') inText = !inText;
    if (inText || token === '"' || token.startsWith('\\')) continue;
    if (token === '{' || token === '[') {
      if (depth === 0) start = index;
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      if (depth === 0) found.push(text.slice(start, index + 1));
    }
  }
  return depth === 0 ? found : null;
}

/** The lines that may be JSON objects or lists. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.replace(/^\s*data:/i, '').trim());
  return lines.filter((line) => /^[{[]/.test(line) && /[\]}]$/.test(line));
}

/** Some serializers write numbers and control characters that JSON does not know. */
function readable(text: string): unknown {
  const value = parsedOrUndefined(text);
  return value === undefined && /^\s*[{[]/.test(text) ? parsedOrUndefined(repaired(text)) : value;
}

function repaired(text: string): string {
  let inText = false;
  return text.replaceAll(/\\.|"|\p{Cc}|-?\b(?:NaN|Infinity)\b/gsu, (token) => {
    if (token === '"') inText = !inText;
    if (token.endsWith('N') || token.endsWith('y')) return inText ? token : 'null';
    return inText && /^\p{Cc}$/u.test(token) ? escaped(token) : token;
  });
}

function escaped(character: string): string {
  return JSON.stringify(character).slice(1, -1);
}
