import { parser } from '@prometheus-io/lezer-promql';
import { OfficeMetrics } from '#observability/metrics/office-metrics.js';

/** What the service exports: the names of its series, each with the labels that it may have. */
export async function exportedSeries(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { registry } = new OfficeMetrics({
    work: () => {
      throw new Error('nothing is read');
    },
    sockets: () => ({ connected: 0, dropped: 0, closedSlow: 0 }),
    commitsWaiting: () => 0,
    now: () => 0,
    version: '0',
  });
  const series = registry.getMetricsAsArray().flatMap((metric) => {
    const { name, labelNames = [] } = metric as unknown as {
      name: string;
      labelNames?: readonly string[];
    };
    const isHistogram = 'buckets' in metric || 'upperBounds' in metric;
    const own = (suffix: string, ...labels: string[]): [string, Set<string>] => [
      name + suffix,
      // Prometheus adds where a series came from.
      new Set([...labelNames, ...labels, 'job', 'instance']),
    ];
    return isHistogram ? [own('_bucket', 'le'), own('_sum'), own('_count')] : [own('')];
  });
  return new Map(series);
}

/**
 * What is wrong with an expression, by the grammar of Prometheus: what does not parse, series that
 * nobody exports, labels that its series have not.
 */
export function faultsOf(
  expression: string,
  exported: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] {
  const { series, labels, isBroken } = partsOf(expression);
  if (isBroken) return ['does not parse'];
  if (series.length === 0) return ['no series'];
  const known = new Set(['job', ...series.flatMap((name) => [...(exported.get(name) ?? [])])]);
  return [
    ...series
      .filter((name) => name !== 'up' && !exported.has(name))
      .map((name) => `nobody exports ${name}`),
    ...labels.filter((name) => !known.has(name)).map((name) => `unknown label ${name}`),
  ];
}

function partsOf(expression: string): { series: string[]; labels: string[]; isBroken: boolean } {
  const series: string[] = [];
  const labels: string[] = [];
  let isBroken = false;
  parser.parse(expression).iterate({
    enter: ({ type, from, to }) => {
      const text = expression.slice(from, to);
      isBroken ||= type.isError;
      if (type.name === 'Identifier') series.push(text);
      if (type.name === 'LabelName') labels.push(text);
    },
  });
  return { series, labels, isBroken };
}
