import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { leasePace } from '../../src/runs/queue/lease-times.js';
import { repositoryRoot } from '../support/run-program.js';
import { exportedSeries, faultsOf } from './support/exported-metrics.js';

const read = (file: string): Promise<string> => readFile(join(repositoryRoot, file), 'utf8');

/** What Grafana reads of a dashboard's JSON. */
const place = z.object({
  x: z.int().min(0).max(23),
  y: z.int().min(0),
  w: z.int().min(1).max(24),
  h: z.int().min(1),
});
const datasource = z.object({ type: z.literal('prometheus'), uid: z.literal('${datasource}') });
const target = z.object({
  refId: z.string().regex(/^[A-Z]$/),
  expr: z.string().min(1),
  legendFormat: z.string(),
});
const panel = z.discriminatedUnion('type', [
  z.object({ id: z.int(), type: z.literal('row'), title: z.string(), gridPos: place }),
  z.object({
    id: z.int(),
    type: z.enum(['timeseries', 'stat']),
    title: z.string(),
    gridPos: place,
    datasource,
    fieldConfig: z.object({ defaults: z.object({ unit: z.string() }) }),
    targets: z.array(target).min(1),
  }),
]);
const dashboard = z.object({
  title: z.string(),
  uid: z.string(),
  schemaVersion: z.int().min(36),
  templating: z.object({ list: z.array(z.object({ name: z.string(), query: z.string() })) }),
  panels: z.array(panel),
});

/** What Prometheus reads of a file of rules, and refuses beyond it. */
const duration = z.string().regex(/^\d+[smh]$/);
const rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Office[A-Za-z]+$/),
          expr: z.string(),
          for: duration.optional(),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning', 'info']) }),
          annotations: z.strictObject({ summary: z.string() }),
        }),
      ),
    }),
  ),
});

describe('what operators are given', () => {
  let exported: ReadonlyMap<string, ReadonlySet<string>>;

  beforeAll(async () => {
    exported = await exportedSeries();
  });

  it('is checked by what finds faults', () => {
    for (const [expression, fault] of [
      ['sum(rate(office_gone_total[5m]))', 'nobody exports office_gone_total'],
      ['sum by (floor) (office_sockets)', 'unknown label floor'],
      ['sum(office_sockets', 'does not parse'],
      ['rate(office_sockets) by (floor', 'does not parse'],
      ['office_sockets >> 1', 'does not parse'],
      ['1 + 1', 'no series'],
    ] as const) {
      expect(faultsOf(expression, exported)).toEqual([fault]);
    }
    expect(
      faultsOf('sum by (tool) (rate(office_tool_calls_total{job="x"}[5m]))', exported),
    ).toEqual([]);
  });

  it('is a dashboard that Grafana can read, of series that are exported', async () => {
    const { panels, templating } = dashboard.parse(
      JSON.parse(await read('deploy/grafana/office.json')),
    );
    expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'job']);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const expressions = panels.flatMap((each) => ('targets' in each ? each.targets : []));
    expect(expressions.length).toBeGreaterThan(20);
    for (const { expr } of expressions) {
      // Grafana puts in a duration.
      const sent = expr.replaceAll('$__rate_interval', '1m');
      expect([expr, faultsOf(sent, exported)]).toEqual([expr, []]);
    }
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  it('are alerts that Prometheus can read, of series that are exported, each explained', async () => {
    const { groups } = rules.parse(parse(await read('deploy/prometheus/alerts.yaml')));
    const alerts = groups.flatMap((group) => group.rules);
    for (const { expr } of alerts) expect([expr, faultsOf(expr, exported)]).toEqual([expr, []]);
    const document = await read('docs/operations.md');
    const explained = [...document.matchAll(/^\| `(Office\w+)`/gm)].map(([, name]) => name);
    expect(alerts.map(({ alert }) => alert)).toEqual(explained);
  });

  it('has an alert of old leases between a renewal and the end of what they stand for', async () => {
    const { groups } = rules.parse(parse(await read('deploy/prometheus/alerts.yaml')));
    const alerts = groups.flatMap((group) => group.rules);
    const old = alerts.find(({ alert }) => alert === 'OfficeLeaseOld');
    const { leaseMs } = loadConfig({ cwd: repositoryRoot, env: {} });
    const { renewEveryMs, standsMs } = leasePace(leaseMs);
    const thresholdMs = Number(/> (\d+)$/.exec(old?.expr ?? '')?.[1]) * 1000;
    expect(thresholdMs).toBeGreaterThan(1.5 * renewEveryMs);
    expect(thresholdMs).toBeLessThan(standsMs);
    expect(old?.for).toBeUndefined();
  });

  it('are named in the documentation only where they are exported', async () => {
    const document = await read('docs/operations.md');
    const told = new Set(document.match(/office_[a-z_]+/g));
    const own = [...exported.keys()].filter((name) => name.startsWith('office_'));
    const names = new Set(own.map((name) => name.replace(/_(?:bucket|sum|count)$/, '')));
    expect(told.size).toBeGreaterThan(3);
    expect([...told].filter((name) => !names.has(name))).toEqual([]);
  });
});
