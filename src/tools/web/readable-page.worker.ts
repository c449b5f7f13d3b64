import { parentPort, workerData } from 'node:worker_threads';
import { htmlText } from './html-text.js';
import { markdownPage } from './markdown-page.js';
import type { HtmlPage } from './readable-page.js';

/**
 * Posts the plain text of a page first, then its Markdown. Terminated from outside if it takes too
 * long.
 */
const { html, url } = workerData as HtmlPage;
const plain = htmlText(html);
parentPort?.postMessage(plain);
const markdown = markdownPage(html, url);
if (markdown !== null && markdown !== '') parentPort?.postMessage(markdown);
