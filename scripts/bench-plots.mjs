/**
 * `node scripts/bench-plots.mjs`: the plots of docs/benchmarks.md from the stored results of
 * `npm run bench -- --keep` and `npm run load -- --keep`. Each figure as a share of its goal, so that
 * a bar that stays left of the line meets it.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const results = new URL('../bench/results/', import.meta.url);
const pictures = new URL('../docs/pictures/', import.meta.url);
const row = 26;
const left = 430;
/** Of a bar that is exactly at its goal. */
const goal = 200;
const longest = 2 * goal;
const colours = { met: '#2e7d5b', missed: '#b3402f' };

mkdirSync(pictures, { recursive: true });
for (const file of readdirSync(results).filter((name) => name.endsWith('.json'))) {
  const result = JSON.parse(readFileSync(new URL(file, results), 'utf8'));
  const bars = result.findings.filter(({ figure }) => figure !== undefined && figure.goal > 0);
  if (bars.length === 0) continue;
  const target = new URL(`bench-${result.bench}.svg`, pictures);
  writeFileSync(target, plotOf(result, bars));
  console.log(fileURLToPath(target));
}

function plotOf({ bench, date, node, cores, loadAverage }, bars) {
  const height = 56 + bars.length * row;
  const title = `${bench}: ${date}, Node ${node}, ${cores} cores, load average ${loadAverage}`;
  const lines = bars.flatMap(({ what, found, figure, met }, index) => {
    const { value, good } = figure;
    const share = good === 'below' ? value / figure.goal : figure.goal / value;
    const width = Math.max(2, Math.min(longest, share * goal));
    const y = 44 + index * row;
    return [
      text(left - 8, y + 12, shortened(what), 'end'),
      `<rect x="${left}" y="${y}" width="${width.toFixed(1)}" height="16" fill="${met ? colours.met : colours.missed}"/>`,
      text(left + width + 6, y + 12, found.replace(/ \(.*/, ''), 'start'),
    ];
  });
  const x = left + goal;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + longest + 110}" height="${height}" font-family="sans-serif" font-size="11" fill="#333">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    text(8, 16, title, 'start'),
    text(x, 34, 'goal', 'middle'),
    ...lines,
    `<line x1="${x}" y1="38" x2="${x}" y2="${height - 8}" stroke="#333" stroke-dasharray="4 3"/>`,
    '</svg>',
    '',
  ].join('\n');
}

function text(x, y, content, anchor) {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x.toFixed(1)}" y="${y}" text-anchor="${anchor}">${escaped}</text>`;
}

function shortened(what) {
  return what.length > 70 ? `${what.slice(0, 69)}…` : what;
}
