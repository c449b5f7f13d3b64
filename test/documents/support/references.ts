import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { repositoryRoot } from '../../support/run-program.js';

/** A place in a document, as somebody sends a reader there. */
export interface Reference {
  /** The file it stands in, and where it was found in it. */
  readonly where: string;
  /** From the root of the repository. */
  readonly path: string;
  /** As in a link, without `#`. */
  readonly anchor?: string;
  /** What a comment says behind the name and a comma: it begins with a heading. */
  readonly section?: string;
}

const isText =
  /\.(?:tsx?|[mc]?js|css|md|sh|py|ya?ml|toml|html|example)$|(?:^|\/)(?:Dockerfile|run)$/;
const isLeftOut = /(?:^|\/)(?:node_modules|dist)\//;

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name))
    .filter((name) => isText.test(name) && !isLeftOut.test(name));

const filesAtRoot = readdirSync(repositoryRoot).filter((name) => isText.test(name));

/** Files that people write comments in. */
export const sources = [
  ...['src', 'console', 'test', 'scripts', 'config', 'bench'].flatMap(filesBelow),
  ...['plugins', 'deploy', '.ci'].flatMap(filesBelow),
  ...filesAtRoot,
].filter((name) => !name.endsWith('.md'));

export const documents = [
  ...filesAtRoot.filter((name) => name.endsWith('.md')),
  ...['docs', '.github'].flatMap(filesBelow).filter((name) => name.endsWith('.md')),
];

/** Everything that people wrote. */
export const texts = new Set([
  ...sources,
  ...documents,
  ...['skills', 'bench/evals', '.github'].flatMap(filesBelow),
]);

export const textOf = (name: string): string => readFileSync(join(repositoryRoot, name), 'utf8');

const named =
  /(?<![\w./-])((?:docs\/(?:decisions\/)?)?[\w-]+\.md|docs\/decisions\/\d{4}(?![\w-]))(?:#([\w-]+)|, ([A-Z][^.,:;()]*))?|\bADR (\d+)/g;

/** Documents that are named in the comments of a file. */
export function namedInComments(where: string, text = textOf(where)): readonly Reference[] {
  const comments = commentsOf(where, text).map((comment) => comment.replace(/\s+[*#/]*\s*/g, ' '));
  return comments.flatMap((comment) => namedIn(where, comment));
}

/** What a document links to, and what else it names; examples left out. */
export function namedInDocument(where: string, text = textOf(where)): readonly Reference[] {
  const prose = text.replace(/^```[^]*?^```/gm, '');
  const links = [...prose.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(
    ([, to = '', anchor]) => ({
      where,
      path: to === '' ? where : posix.join(posix.dirname(where), to),
      ...(anchor !== undefined && { anchor }),
    }),
  );
  const other = prose.replace(/\]\([^)]*\)/g, ']').replace(/\[[^\]]*\]/g, '');
  return [...links, ...namedIn(where, other).filter(({ path }) => path.startsWith('docs/'))];
}

function namedIn(where: string, text: string): readonly Reference[] {
  return [...text.matchAll(named)].map(([, name, anchor, section, record]) => ({
    where,
    path: name === undefined ? recordOf(record ?? '') : whole(name),
    ...(anchor !== undefined && { anchor }),
    ...(section !== undefined && { section }),
  }));
}

/** `docs/decisions/0021` is short for the record with this number. */
const whole = (name: string): string =>
  name.endsWith('.md') ? name : recordOf(name.slice('docs/decisions/'.length));

const records = documents.filter((name) => name.startsWith('docs/decisions/'));

function recordOf(number: string): string {
  const begin = `docs/decisions/${number.padStart(4, '0')}`;
  return records.find((name) => name.startsWith(`${begin}-`)) ?? begin;
}

/** Only what mentions a document is looked at closely: it takes a while. */
function commentsOf(name: string, text: string): readonly string[] {
  if (!/\.md|docs\/decisions|ADR/.test(text)) return [];
  if (name.endsWith('.html')) return text.match(/<!--[^]*?-->/g) ?? [];
  if (name.endsWith('.css')) return text.match(/\/\*[^]*?\*\//g) ?? [];
  if (!/\.(?:tsx?|[mc]?js)$/.test(name)) return text.match(/(?:^|\s)#.*(?:\n\s*#.*)*/g) ?? [];
  return withoutTexts(name, text).match(/\/\*[^]*?\*\/|\/\/.*(?:\n\s*\/\/.*)*/g) ?? [];
}

/** The code with blanks in the place of what it says or matches. */
function withoutTexts(name: string, code: string): string {
  const kind = name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true, kind);
  let left = code;
  const look = (node: ts.Node): void => {
    const isSaid =
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isRegularExpressionLiteral(node) ||
      ts.isJsxText(node);
    if (isSaid) {
      const begin = node.getStart(file);
      const blank = ' '.repeat(node.end - begin);
      left = left.slice(0, begin) + blank + left.slice(node.end);
    }
    ts.forEachChild(node, look);
  };
  look(file);
  return left;
}

/** The anchors of a document's headings, as GitHub makes them, and the headings. */
export function headingsOf(text: string): {
  readonly anchors: Set<string>;
  readonly titles: string[];
} {
  const titles = [...text.replace(/^```[^]*?^```/gm, '').matchAll(/^#{1,6} (.*)$/gm)].map(
    ([, title = '']) => title.replace(/[`*]/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
  );
  const seen = new Map<string, number>();
  const anchors = titles.map((title) => {
    const slug = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  });
  return { anchors: new Set(anchors), titles };
}
