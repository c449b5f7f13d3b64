/** Commands that always end with code 0, whatever they are given. */
const harmless = /^(?::|true|echo|printf|exit 0|pwd|date|whoami)(?:\s|$)/;

/**
 * Whether a shell command ends with code 0 whatever is wrong, as far as its text tells: what it ends
 * with is a command that cannot fail, such as `echo`, or has one for its alternative.
 */
export function cannotFail(command: string): boolean {
  const last = split(command, /^(?:;|\n|&(?!&))/).at(-1);
  if (last === undefined) return true;
  return split(last, /^\|\|/).some((alternative) =>
    split(alternative, /^&&/)
      .flatMap((part) => split(part, /^\|(?!\|)/))
      .every((part) => harmless.test(part)),
  );
}

/** Parts between separators that stand outside quotes, trimmed; empty ones are left out. */
function split(text: string, separator: RegExp): readonly string[] {
  const parts: string[] = [];
  let part = '';
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") {
      quote = character;
    }
    const found = quote === '' ? separator.exec(text.slice(at, at + 2))?.[0] : undefined;
    // `2>&1` and `&&` hold no separator of a list.
    const isPart = found === '&' && /[>&]/.test(text.charAt(at - 1));
    if (found === undefined || isPart) {
      part += character;
      continue;
    }
    parts.push(part);
    part = '';
    at += found.length - 1;
  }
  return [...parts, part].map((each) => each.trim()).filter((each) => each !== '');
}
