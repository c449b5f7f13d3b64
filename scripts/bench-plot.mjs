/** Draws one bench as SVG: bars show each figure as a share of its goal, lines show sizes. */

const row = 26;
const left = 430;
/** Width in pixels of a bar that is exactly at its goal. */
const goal = 200;
const longest = 2 * goal;
const width = left + longest + 110;
const chart = { left: 70, width: 620, height: 180, margin: 50 };
const colours = { met: '#2e7d5b', missed: '#b3402f', line: '#2b5f9e' };

/** Draws the figures of a result as bars; a bar that ends left of the line meets its goal. */
export function plotOf(result) {
  const bars = result.findings.filter(({ figure }) => figure !== undefined && figure.goal > 0);
  const lines = seriesOf(result.findings);
  const top = 56 + bars.length * row;
  const height = top + lines.length * (chart.height + chart.margin);
  const { bench, date, node, cores, loadAverage } = result;
  const title = `${bench}: ${date}, Node ${node}, ${cores} cores, load average ${loadAverage}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="11" fill="#333">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    text(8, 16, title, 'start'),
    ...barsOf(bars, top),
    ...lines.flatMap((series, at) => chartOf(series, top + at * (chart.height + chart.margin))),
    '</svg>',
    '',
  ].join('\n');
}

function barsOf(bars, bottom) {
  const x = left + goal;
  return [
    text(x, 34, 'goal', 'middle'),
    ...bars.flatMap((bar, index) => barOf(bar, 44 + index * row)),
    `<line x1="${x}" y1="38" x2="${x}" y2="${bottom - 8}" stroke="#333" stroke-dasharray="4 3"/>`,
  ];
}

function barOf({ what, found, figure, met }, y) {
  const share = figure.good === 'below' ? figure.value / figure.goal : figure.goal / figure.value;
  const length = Math.max(2, Math.min(longest, share * goal));
  return [
    text(left - 8, y + 12, shortened(what), 'end'),
    `<rect x="${left}" y="${y}" width="${length.toFixed(1)}" height="16" fill="${met ? colours.met : colours.missed}"/>`,
    text(left + length + 6, y + 12, found.replace(/ \(.*/, ''), 'start'),
  ];
}

/** Figures measured at several sizes, by the name of their series. */
function seriesOf(findings) {
  const figures = findings.map(({ figure }) => figure).filter((figure) => figure?.series);
  const named = Map.groupBy(figures, ({ series }) => series.name);
  return [...named.values()]
    .filter((points) => points.length > 1)
    .map((points) => points.toSorted((a, b) => a.series.x - b.series.x));
}

/** Draws a line over sizes, which stand at even distances because they grow by factors. */
function chartOf(points, top) {
  const [{ series, unit }] = points;
  const most = 1.15 * Math.max(...points.flatMap(({ value, goal }) => [value, goal]));
  const x = (at) => chart.left + ((at + 0.5) * chart.width) / points.length;
  const y = (value) => top + 30 + (chart.height - 30) * (1 - value / most);
  const path = (of) =>
    points.map((each, at) => `${x(at).toFixed(1)},${y(of(each)).toFixed(1)}`).join(' ');
  const base = y(0);
  return [
    text(8, top + 14, `${series.name}, ${unit}; dashed: the goal`, 'start'),
    `<line x1="${chart.left}" y1="${base}" x2="${chart.left + chart.width}" y2="${base}" stroke="#333"/>`,
    `<polyline points="${path(({ goal }) => goal)}" fill="none" stroke="#333" stroke-dasharray="4 3"/>`,
    `<polyline points="${path(({ value }) => value)}" fill="none" stroke="${colours.line}" stroke-width="2"/>`,
    ...points.flatMap(({ value, series: { x: size, of } }, at) => [
      `<circle cx="${x(at).toFixed(1)}" cy="${y(value).toFixed(1)}" r="3" fill="${colours.line}"/>`,
      text(
        x(at),
        y(value) - 8,
        value.toLocaleString('en', { maximumSignificantDigits: 3 }),
        'middle',
      ),
      text(x(at), base + 15, `${size.toLocaleString('en')} ${of}`, 'middle'),
    ]),
  ];
}

function text(x, y, content, anchor) {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${escaped}</text>`;
}

function shortened(what) {
  return what.length > 70 ? `${what.slice(0, 69)}…` : what;
}
