import { sanitizeOutput } from '#platform/text/sanitize-output.js';

const stop = '<!-- -->';

/**
 * Texts of models in a form that is safe on a forge: they mention nobody, refer to no other issue,
 * hide nothing, and contain no quick action, which GitLab would carry out with the token's rights.
 */
export function plainWords(text: string): string {
  return sanitizeOutput(text.replaceAll('\r\n', '\n'))
    .replaceAll('<!--', '&lt;!--')
    .split('\n')
    .map((line) => withoutAction(outsideCode(line)))
    .join('\n');
}

/** Escapes a slash that could begin a quick action, also after marks of quotations. */
function withoutAction(line: string): string {
  const at = line.search(/[^\s>]/);
  return at >= 0 && line[at] === '/' ? `${line.slice(0, at)}\\${line.slice(at)}` : line;
}

/** Changes the line outside of code only, because forges find no mentions in code. */
function outsideCode(line: string): string {
  return line
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : withoutNames(part)))
    .join('');
}

function withoutNames(text: string): string {
  return text.replace(/([@#!])(?=\w)/g, `$1${stop}`);
}
