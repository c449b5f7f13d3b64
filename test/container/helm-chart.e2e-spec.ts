import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { validate as readDeployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment';
import { validate as readStatefulSet } from 'kubernetes-models/_schemas/IoK8sApiAppsV1StatefulSet';
import { validate as readAutoscaler } from 'kubernetes-models/_schemas/IoK8sApiAutoscalingV2HorizontalPodAutoscaler';
import { validate as readClaim } from 'kubernetes-models/_schemas/IoK8sApiCoreV1PersistentVolumeClaim';
import { validate as readService } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service';
import { validate as readIngress } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress';
import { validate as readBudget } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { repositoryRoot } from '../support/run-program.js';
import { findHelm } from './support/helm.js';
import { unreadFields } from './support/unread-fields.js';

const readers: Readonly<Record<string, (document: unknown) => unknown>> = {
  Deployment: readDeployment,
  StatefulSet: readStatefulSet,
  HorizontalPodAutoscaler: readAutoscaler,
  PersistentVolumeClaim: readClaim,
  Service: readService,
  Ingress: readIngress,
  PodDisruptionBudget: readBudget,
};

const chart = 'deploy/helm';
const helm = await findHelm();
if (helm === undefined) console.warn('The suite of the chart is skipped: there is no Helm.');
const describeWithHelm = helm === undefined ? describe.skip : describe;

const named = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) });
type Manifest = z.infer<typeof named>;

const read = (file: string): Promise<string> => readFile(join(repositoryRoot, file), 'utf8');
const manifestsIn = (text: string): readonly Manifest[] =>
  parseAllDocuments(text).map((document) => named.parse(document.toJS()));

const settings = (values: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(values).flatMap(([name, value]) => ['--set', `${name}=${value}`]);

const run = async (...args: readonly string[]) => {
  if (helm === undefined) throw new Error('there is no Helm');
  return helm(...args);
};

const template = (values: Readonly<Record<string, string>>) =>
  run('template', 'office', chart, ...settings(values));

async function render(values: Readonly<Record<string, string>>): Promise<readonly Manifest[]> {
  const { code, stdout, stderr } = await template(values);
  expect([code, stderr]).toEqual([0, '']);
  return manifestsIn(stdout);
}

const fleet = { replicas: '2', 'postgres.secret': 'office', 'redis.secret': 'office' };
const grown = { ...fleet, 'autoscaling.enabled': 'true' };
const published = {
  'ingress.enabled': 'true',
  'ingress.host': 'office.example.org',
  'ingress.path': '/office',
  'ingress.tlsSecret': 'office-tls',
  'ingress.className': 'nginx',
};
const chosen = {
  ...grown,
  ...published,
  'image.digest': `sha256:${'a'.repeat(64)}`,
  'imagePullSecrets[0].name': 'registry',
  'allowedHosts[0]': 'office.internal',
  'env.OFFICE_LLM_MODE': 'live',
  'envFrom[0].secretRef.name': 'providers',
  'persistence.storageClass': 'shared',
  'persistence.workspaces.claim': 'ours',
  'podAnnotations.team': 'office',
  'nodeSelector.disk': 'fast',
  'tolerations[0].operator': 'Exists',
  'affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey': 'zone',
};

const volumeOfSecrets = z.looseObject({
  name: z.literal('secrets'),
  projected: z.object({ sources: z.array(z.unknown()) }),
});

/** The volume with the token, and the addresses that hold a password. */
const isVolumeOfSecrets = (value: unknown): boolean =>
  z.looseObject({ name: z.literal('secrets'), mountPath: z.never().optional() }).safeParse(value)
    .success;

/** What is left of a manifest without what only a chart says. */
function withoutChart({ kind, metadata, spec }: Manifest): unknown {
  const onlyInChart = ['app.kubernetes.io/instance', 'imagePullPolicy'];
  const text = JSON.stringify({ kind, name: metadata.name, spec }, (key, value: unknown) => {
    if (onlyInChart.includes(key)) return undefined;
    return isVolumeOfSecrets(value) ? 'secrets' : value;
  });
  return JSON.parse(text) as unknown;
}

const byKind = (manifests: readonly Manifest[]): readonly unknown[] =>
  manifests
    .toSorted((a, b) =>
      `${a.kind} ${a.metadata.name}`.localeCompare(`${b.kind} ${b.metadata.name}`),
    )
    .map(withoutChart);

describeWithHelm('deploy/helm', () => {
  it.each([
    ['one office', {}],
    ['an office behind an ingress', published],
    ['a fleet', fleet],
    ['everything that may be set', chosen],
  ])('passes the checks of Helm with %s', async (_, values) => {
    const { code, stdout } = await run('lint', '--strict', chart, ...settings(values));
    expect([code, stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed')]);
  });

  it.each([
    ['one office', {}, ['Service', 'StatefulSet']],
    ['an office behind an ingress', published, ['Ingress', 'Service', 'StatefulSet']],
    [
      'a fleet with all that may be set',
      chosen,
      [
        ...['Deployment', 'HorizontalPodAutoscaler', 'Ingress', 'PersistentVolumeClaim'],
        ...['PersistentVolumeClaim', 'PodDisruptionBudget', 'Service'],
      ],
    ],
  ])('makes %s of manifests that Kubernetes knows by every field', async (_, values, kinds) => {
    const manifests = await render(values);
    expect(manifests.map(({ kind }) => kind).toSorted()).toEqual(kinds);
    for (const manifest of manifests) {
      const reader = readers[manifest.kind];
      expect([manifest.kind, reader?.(manifest)]).toEqual([manifest.kind, true]);
      expect(unreadFields(manifest, reader ?? (() => true))).toEqual([]);
    }
  });

  it('is by default what deploy/kubernetes.yaml is', async () => {
    const written = manifestsIn(await read('deploy/kubernetes.yaml'));
    expect(byKind(await render({}))).toEqual(byKind(written));
  });

  it('is with PostgreSQL and Redis what deploy/kubernetes-fleet.yaml is', async () => {
    const written = manifestsIn(await read('deploy/kubernetes-fleet.yaml')).map((manifest) => {
      if (manifest.kind !== 'Deployment') return manifest;
      // The autoscaler says how many.
      const { replicas, ...spec } = z
        .looseObject({ replicas: z.literal(2) })
        .parse(manifest['spec']);
      return replicas === 2 ? { ...manifest, spec } : manifest;
    });
    expect(byKind(await render(grown))).toEqual(byKind(written));
    const counted = (await render(fleet)).find(({ kind }) => kind === 'Deployment');
    expect(counted).toMatchObject({ spec: { replicas: 2 } });
  });

  it('mounts the token and the addresses from their secrets, and has none in the environment', async () => {
    const values = { ...fleet, 'token.key': 'token', 'postgres.secret': 'database' };
    const found: unknown[] = [];
    JSON.stringify(await render(values), (_key, value: unknown) => {
      const volume = volumeOfSecrets.safeParse(value);
      if (volume.success) found.push(...volume.data.projected.sources);
      return value;
    });
    expect(found).toEqual([
      { secret: { name: 'office', items: [{ key: 'token', path: 'api-token' }] } },
      { secret: { name: 'database', items: [{ key: 'db', path: 'db' }] } },
      { secret: { name: 'office', items: [{ key: 'redis', path: 'redis' }] } },
    ]);
  });

  it('tells the office the host and the path that the ingress leads to', async () => {
    const manifests = await render(published);
    const text = JSON.stringify(manifests);
    for (const [name, value] of [
      ['OFFICE_BASE_PATH', '/office'],
      ['OFFICE_PUBLIC_URL', 'https://office.example.org/office/'],
      ['OFFICE_ALLOWED_HOSTS', 'office,office.example.org'],
    ]) {
      expect(text).toContain(JSON.stringify({ name, value }));
    }
    expect(manifests.find(({ kind }) => kind === 'Ingress')).toMatchObject({
      spec: { rules: [{ host: 'office.example.org', http: { paths: [{ path: '/office' }] } }] },
    });
  });

  it.each([
    ['replicas without Redis', { replicas: '2' }, '/redis/secret'],
    ['Redis without PostgreSQL', { 'redis.secret': 'office' }, '/postgres/secret'],
    ['growth of a single process', { 'autoscaling.enabled': 'true' }, '/redis/secret'],
    ['an ingress without a host', { 'ingress.enabled': 'true' }, '/ingress/host'],
    ['a value that is misspelled', { replica: '1' }, "'replica'"],
    ['a token in the environment', { 'env.OFFICE_API_TOKEN': 'x' }, "'OFFICE_API_TOKEN'"],
    ['a shutdown that is cut off', { drainDelayMs: '26000' }, 'terminationGracePeriodSeconds'],
  ])('refuses %s', async (_, values, reason) => {
    const { code, stderr } = await template(values);
    expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
  });
});
