/** The table of docs/benchmarks.md, from the stored results of the benches. */
import { format } from 'prettier';

const marks = { begin: '<!-- generated: results -->', end: '<!-- /generated: results -->' };

/** The order of the document; other benches follow by name. */
const order = [
  ...['sockets', 'http', 'steps', 'runs', 'state', 'models', 'memory', 'boot', 'reconnect'],
  ...['load', 'load-day', 'load-fleet', 'hostile', 'hostile-sockets', 'fleet', 'commits', 'scale'],
  ...['snapshots', 'history', 'plugins', 'console', 'smooth', 'console-stream', 'first-start'],
];

/**
 * Returns the document with the table and plots of these results between its markers, formatted.
 */
export function documentWith(document, results) {
  const begin = document.indexOf(marks.begin);
  const end = document.indexOf(marks.end);
  if (begin < 0 || end < begin)
    throw new Error(`The document has no ${marks.begin}, ${marks.end}.`);
  const parts = [tableOf(results), conditionsOf(results), ...plotsOf(results)];
  const inner = parts.join('\n\n');
  const text = `${document.slice(0, begin)}${marks.begin}\n\n${inner}\n\n${document.slice(end)}`;
  return format(text, { parser: 'markdown', singleQuote: true, printWidth: 100 });
}

export function tableOf(results) {
  const rows = inOrder(results).flatMap(({ bench, findings }) =>
    findings.map((finding) => [`\`${bench}\``, ...cellsOf(finding)]),
  );
  const head = ['Bench', 'What', 'Ours', 'Other', 'Ratio', 'Goal', ''];
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map(escaped).join(' | ')} |`)
    .join('\n');
}

function escaped(cell) {
  return cell.replaceAll('|', '\\|');
}

function cellsOf({ what, found, target, met, figure, compared }) {
  const isRatio = figure?.unit === 'times';
  const ratio = isRatio ? found.replace(/ \(.*/, '') : '';
  const ours = compared?.ours ?? (isRatio ? noteOf(found) : found);
  return [what, ours, compared?.other ?? '', ratio, target, met ? 'met' : '**missed**'];
}

function noteOf(found) {
  return /\((.*)\)$/.exec(found)?.[1] ?? '';
}

/**
 * Says when and where it was measured: with a load above the number of cores, wall-clock times mean
 * little.
 */
function conditionsOf(results) {
  const groups = Map.groupBy(
    inOrder(results),
    ({ date, node, cores }) => `${date} (Node ${node.replace('v', '')}, ${cores} cores)`,
  );
  const each = [...groups].map(([taken, measured]) => {
    const loads = measured.map(({ bench, loadAverage }) => `\`${bench}\` ${loadAverage}`);
    return `${taken}: ${loads.join(', ')}`;
  });
  return `Load averages: ${each.join('; ')}.`;
}

function plotsOf(results) {
  return inOrder(results)
    .filter(hasPlot)
    .map(
      ({ bench }) => `![${bench}, each figure as a share of its goal](pictures/bench-${bench}.svg)`,
    );
}

/** True if some figure has a goal, so that a plot can be drawn. */
export function hasPlot({ findings }) {
  return findings.some(({ figure }) => figure !== undefined && figure.goal > 0);
}

function inOrder(results) {
  const place = ({ bench }) => (order.includes(bench) ? order.indexOf(bench) : order.length);
  return results.toSorted((a, b) => place(a) - place(b) || a.bench.localeCompare(b.bench));
}
