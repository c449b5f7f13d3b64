/** Commands that always end with code 0, whatever they are given. */
const harmless = /^(?::|true|echo|printf|exit 0+|pwd|date|whoami|sleep|! ?false)(?=\s|$)|^cat$/;

/** What may stand before a command and changes nothing of how it ends. */
const before = /^(?:[a-z_]\w*=\S*|command|builtin|exec|time)\s+|^\/(?:usr\/)?bin\//i;

/** A group, or a line given to a shell: what is in it decides. */
const groups = [
  /^\(([^]*)\)$/,
  /^\{\s([^]*)\}$/,
  /^(?:ba|da|z)?sh\s+-c\s+'([^']*)'$/,
  /^(?:ba|da|z)?sh\s+-c\s+"([^"]*)"$/,
  /^(?:ba|da|z)?sh\s+-c\s+(\S+)$/,
] as const;

/**
 * Whether a shell command ends with code 0 whatever is wrong, as far as its text tells: what it ends
 * with is a command that cannot fail, such as `echo`, has one for its alternative, or goes on in the
 * background.
 */
export function cannotFail(command: string): boolean {
  const line = withoutComments(command).trim();
  if (line === 'exit' || /[^&>]&$/.test(line)) return true;
  const last = split(line, /^(?:;|\n|&(?!&))/).at(-1);
  if (last === undefined) return true;
  return split(last, /^\|\|/).some((alternative) =>
    split(alternative, /^&&/)
      .flatMap((part) => split(part, /^\|(?!\|)/))
      .every(isHarmless),
  );
}

function isHarmless(part: string): boolean {
  let rest = part;
  while (before.test(rest)) rest = rest.replace(before, '');
  if (harmless.test(rest)) return true;
  const inner = groups.map((group) => group.exec(rest)?.[1]).find((text) => text !== undefined);
  return inner !== undefined && cannotFail(inner);
}

function withoutComments(text: string): string {
  return text.replaceAll(/(^|\s)#[^'"\n]*$/gm, '$1');
}

/** Parts between separators outside quotes and groups, trimmed; empty ones are left out. */
function split(text: string, separator: RegExp): readonly string[] {
  const parts: string[] = [];
  let part = '';
  let quote = '';
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") {
      quote = character;
    } else {
      depth += depthOf(text, at);
    }
    const isOutside = quote === '' && depth === 0;
    const found = isOutside ? separator.exec(text.slice(at, at + 2))?.[0] : undefined;
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

/** 1 where a group begins, -1 where one ends. */
function depthOf(text: string, at: number): number {
  const character = text.charAt(at);
  if (character === '(') return 1;
  if (character === ')') return -1;
  const isAlone =
    /^(?:\s|;|$)/.test(text.charAt(at + 1)) && /^(?:\s|;|$)/.test(text.charAt(at - 1));
  if (!isAlone) return 0;
  return character === '{' ? 1 : character === '}' ? -1 : 0;
}
