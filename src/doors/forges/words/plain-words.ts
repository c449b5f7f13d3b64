import { sanitizeOutput } from '#platform/text/sanitize-output.js';

const stop = '<!-- -->';

/**
 * Words of models as they may stand on a forge: they address nobody, refer to no other issue, hide
 * nothing, and no line is a quick action, which GitLab would carry out with the rights of the token.
 */
export function plainWords(text: string): string {
  return sanitizeOutput(text.replaceAll('\r\n', '\n'))
    .replaceAll('<!--', '&lt;!--')
    .split('\n')
    .map((line) => withoutAction(outsideCode(line)))
    .join('\n');
}

/** A heading, list or quotation may stand before an action. */
function withoutAction(line: string): string {
  const at = line.search(/[^\s>]/);
  return at >= 0 && line[at] === '/' ? `${line.slice(0, at)}\\${line.slice(at)}` : line;
}

/** Code in the line stays as it is, because forges look for nobody there. */
function outsideCode(line: string): string {
  return line
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : withoutNames(part)))
    .join('');
}

function withoutNames(text: string): string {
  return text.replace(/([@#!])(?=\w)/g, `$1${stop}`);
}
