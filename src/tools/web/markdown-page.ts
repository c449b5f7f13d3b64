import { gfm } from '@joplin/turndown-plugin-gfm';
import { isProbablyReaderable, Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { codeFence } from '../../protocol/rules/code-fence.js';

/**
 * The used part of the DOM; its type library is not loaded, because its globals do not exist here.
 */
interface PageNode {
  readonly firstChild: PageNode | null;
  readonly nextSibling: PageNode | null;
  readonly parentNode: PageNode | null;
}

interface PageElement extends PageNode {
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  remove(): void;
}

interface PageDocument extends PageNode {
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  cloneNode(deep: true): PageDocument;
  toString(): string;
}

/** The libraries take quadratic time and stack in the depth. */
const maxDepth = 150;
const maxElements = 50_000;

/** Elements without readable content, for pages that are not articles. */
const unread = 'head, title, script, style, noscript, template, svg, iframe, object, nav, [hidden]';

/**
 * The readable part of a page as Markdown: the article if it is one, else everything. Links are
 * absolute, preformatted text keeps its lines, images become their description. Null if the page is
 * too deep or too large.
 */
export function markdownPage(html: string, url: string): string | null {
  const { document } = parseHTML(html) as { document: PageDocument };
  if (!isManageable(document)) return null;
  resolveLinks(document, url);
  const title = document.querySelector('title')?.textContent?.trim() ?? '';
  const article = isProbablyReaderable(document) ? articleOf(document) : null;
  const body = converter()
    .turndown(article?.content ?? wholeOf(document))
    .trim();
  const heading = article?.title ?? title;
  return heading === '' || hasHeading(body, heading) ? body : `# ${heading}\n\n${body}`.trim();
}

/** Works on a copy, because Readability changes the document. */
function articleOf(document: PageDocument): ReturnType<Readability['parse']> {
  return new Readability(document.cloneNode(true)).parse();
}

function wholeOf(document: PageDocument): string {
  for (const element of document.querySelectorAll(unread)) element.remove();
  return document.toString();
}

/** True if the page already begins with its title as a heading. */
function hasHeading(markdown: string, heading: string): boolean {
  return /^# (.*)$/m.exec(markdown)?.[1]?.trim() === heading;
}

function isManageable(document: PageDocument): boolean {
  let depth = 0;
  let elements = 0;
  let node: PageNode | null = document;
  while (node !== null && depth <= maxDepth && elements <= maxElements) {
    elements += 1;
    if (node.firstChild !== null) {
      depth += 1;
      node = node.firstChild;
      continue;
    }
    while (node !== null && node.nextSibling === null) {
      depth -= 1;
      node = node.parentNode;
    }
    node = node?.nextSibling ?? null;
  }
  return node === null;
}

/** Links to anything but a page become text. */
function resolveLinks(document: PageDocument, url: string): void {
  for (const link of document.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    const target = URL.canParse(href, url) ? new URL(href, url) : null;
    if (target !== null && /^https?:$/.test(target.protocol))
      link.setAttribute('href', target.href);
    else link.removeAttribute('href');
  }
}

function converter(): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    hr: '---',
  });
  service.use(gfm);
  service.addRule('description', {
    filter: 'img',
    replacement: (_content, node) => (node as PageElement).getAttribute('alt')?.trim() ?? '',
  });
  service.addRule('preformatted', {
    filter: 'pre',
    replacement: (_content, node) => fenced((node as PageElement).textContent ?? ''),
  });
  return service;
}

/** With a fence longer than any in the text. */
function fenced(text: string): string {
  const fence = codeFence(text);
  return `\n\n${fence}\n${text.replace(/^\n|\n$/g, '')}\n${fence}\n\n`;
}
