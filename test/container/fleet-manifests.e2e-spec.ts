import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { validate as readDeployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment';
import { validate as readAutoscaler } from 'kubernetes-models/_schemas/IoK8sApiAutoscalingV2HorizontalPodAutoscaler';
import { validate as readClaim } from 'kubernetes-models/_schemas/IoK8sApiCoreV1PersistentVolumeClaim';
import { validate as readBudget } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget';
import { validate as readService } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { parseAllDocuments } from 'yaml';
import { limits } from '../../src/protocol/limits.js';
import { repositoryRoot } from '../support/run-program.js';
import { unreadFields } from './support/unread-fields.js';

const read = (file: string): Promise<string> => readFile(join(repositoryRoot, file), 'utf8');

/** Volumes of the image, which every replica has to see. */
const kept = ['/app/data', '/app/workspaces', '/app/workspace'];

describe('deploy/kubernetes-fleet.yaml', () => {
  type Manifest = Readonly<Record<string, unknown>>;
  let manifests: readonly Manifest[];
  let fleet: Deployment;
  let autoscaler: HorizontalPodAutoscaler;

  const ofKind = (kind: string): readonly Manifest[] =>
    manifests.filter((manifest) => manifest['kind'] === kind);

  beforeAll(async () => {
    const documents = parseAllDocuments(await read('deploy/kubernetes-fleet.yaml'));
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    manifests = documents.map((document) => document.toJS() as Manifest);
    fleet = new Deployment(ofKind('Deployment')[0]);
    autoscaler = new HorizontalPodAutoscaler(
      ofKind('HorizontalPodAutoscaler')[0] as ConstructorParameters<
        typeof HorizontalPodAutoscaler
      >[0],
    );
  });

  it('is valid by the schemas of Kubernetes, and has no field that it does not know', () => {
    const kinds = [
      ['Service', readService],
      ['PersistentVolumeClaim', readClaim],
      ['Deployment', readDeployment],
      ['PodDisruptionBudget', readBudget],
      ['HorizontalPodAutoscaler', readAutoscaler],
    ] as const;
    const checked = kinds.flatMap(([kind, reader]) =>
      ofKind(kind).map((manifest) => {
        expect(reader(manifest)).toBe(true);
        return unreadFields(manifest, reader);
      }),
    );
    expect(checked).toHaveLength(manifests.length);
    expect(checked.flat()).toEqual([]);
  });

  it('shares every volume of the image between the replicas', () => {
    const claims = ofKind('PersistentVolumeClaim') as {
      metadata: { name: string };
      spec: object;
    }[];
    for (const { spec } of claims) expect(spec).toMatchObject({ accessModes: ['ReadWriteMany'] });
    const { volumes = [], containers = [] } = fleet.spec?.template.spec ?? {};
    const claimed = volumes.filter(({ persistentVolumeClaim }) => persistentVolumeClaim);
    const names = claimed.map(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName);
    expect(names).toEqual(claims.map(({ metadata }) => metadata.name));
    const mounts = containers[0]?.volumeMounts ?? [];
    const paths = claimed.map(({ name }) => mounts.find((mount) => mount.name === name)?.mountPath);
    expect(paths).toEqual(kept);
    expect(mounts.map(({ name }) => name).toSorted()).toEqual(
      volumes.map(({ name }) => name).toSorted(),
    );
  });

  it('takes every address with a password from the secret', () => {
    const env = fleet.spec?.template.spec?.containers[0]?.env ?? [];
    const files = env.filter(({ name }) => name.endsWith('_FILE'));
    expect(files.map(({ name, value }) => [name, value])).toEqual([
      ['OFFICE_API_TOKEN_FILE', '/run/secrets/office/api-token'],
      ['OFFICE_DB_FILE', '/run/secrets/office/db'],
      ['OFFICE_REDIS_URL_FILE', '/run/secrets/office/redis'],
    ]);
  });

  it('grows with the runs that wait, and leaves a shutdown the time it takes', () => {
    expect(autoscaler.spec?.scaleTargetRef).toMatchObject({ kind: 'Deployment', name: 'office' });
    expect(autoscaler.spec?.metrics?.[0]?.external?.metric).toEqual({
      name: 'office_runs',
      selector: { matchLabels: { status: 'queued' } },
    });
    expect(fleet.spec?.replicas).toBe(autoscaler.spec?.minReplicas);
    const { terminationGracePeriodSeconds: grace = 0, containers = [] } =
      fleet.spec?.template.spec ?? {};
    const env = containers[0]?.env ?? [];
    const drain = env.find(({ name }) => name === 'OFFICE_DRAIN_DELAY_MS')?.value;
    expect(grace * 1000).toBeGreaterThan(Number(drain) + limits.shutdownWatchdogMs);
  });
});
