import { Parser } from 'htmlparser2';

/** Elements without readable content. */
const unread: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'iframe',
  'object',
]);

/** Elements inside a line; all others end it. */
const inline = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i img ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/**
 * The readable text of a page: without tags, comments, scripts and styles; entities decoded, blanks
 * collapsed, blocks on their own lines.
 */
export function htmlText(html: string): string {
  const pieces: string[] = [];
  let hidden = 0;
  const parser = new Parser({
    onopentagname: (name) => {
      if (unread.has(name)) hidden += 1;
      else if (!inline.has(name)) pieces.push('\n');
    },
    onclosetag: (name) => {
      if (unread.has(name)) hidden -= 1;
      else if (!inline.has(name)) pieces.push('\n');
    },
    ontext: (text) => {
      if (hidden === 0) pieces.push(text.replace(/\s+/g, ' '));
    },
  });
  parser.end(html);
  return collapsed(pieces.join(''));
}

function collapsed(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/[\s\u00a0]+/g, ' ').trim());
  return lines.filter((line) => line !== '').join('\n');
}
