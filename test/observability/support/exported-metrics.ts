import { OfficeMetrics } from '../../../src/observability/metrics/office-metrics.js';

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

const words = /"(?:[^"\\]|\\.)*"|\[[^\]]*\]|[a-z_]\w*/gi;
const language =
  /^(?:sum|max|min|avg|count|rate|increase|topk|by|without|and|or|unless|histogram_quantile|label_values)$/;

/**
 * What is wrong with an expression: series that nobody exports, labels that a series has not, brackets
 * that do not match. It knows as much of PromQL as the files use.
 */
export function faultsOf(
  expression: string,
  exported: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] {
  const named = (expression.match(words) ?? []).filter((word) => /^[a-z_]/i.test(word));
  const series = named.filter((word) => word === 'up' || /^(?:office|nodejs|process)_/.test(word));
  const others = named.filter((word) => !series.includes(word) && !language.test(word));
  const unknown = series.filter((name) => name !== 'up' && !exported.has(name));
  const labels = new Set(['job', ...series.flatMap((name) => [...(exported.get(name) ?? [])])]);
  const depth = [...expression.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')].reduce(
    (open, character) =>
      open + ('([{'.includes(character) ? 1 : 0) - (')]}'.includes(character) ? 1 : 0),
    0,
  );
  return [
    ...(series.length === 0 ? ['no series'] : []),
    ...unknown.map((name) => `nobody exports ${name}`),
    ...others.filter((word) => !labels.has(word)).map((word) => `unknown label ${word}`),
    ...(depth === 0 ? [] : ['brackets do not match']),
  ];
}
