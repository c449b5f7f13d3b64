import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TwoReplicas } from '../fleet/two-replicas.js';
import { finished, offerPipeline, submit } from '../runs/support/commission.js';
import { describeFleet } from '../support/redis-server.js';
import { addressOf } from '../support/created-database.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { Samples } from './support/samples.js';

describeFleet('the metrics of two replicas', ({ postgres, redis }) => {
  const database = temporaryDatabase(postgres, () => 'never');
  let replicas: TwoReplicas;

  beforeAll(async () => {
    replicas = await TwoReplicas.start({ database: addressOf(database()), redis }, {});
  }, 120_000);
  afterAll(() => replicas.close());

  it('count together what was done once', async () => {
    const { first, second } = replicas;
    const sockets = await Promise.all([first, second].map(({ client }) => client.connect()));
    const [pipelineId = ''] = [first, second].map((office) => offerPipeline(office, {}));
    const { id } = await submit(first, { pipelineId });
    const ended = await Promise.all(sockets.map((socket) => finished(first, socket, id)));
    const scraped = await Promise.all(
      [first, second].map(async ({ client }) => Samples.read((await client.get('/metrics')).text)),
    );
    const sum = (name: string, labels: Record<string, string>) =>
      scraped.reduce((total, samples) => total + samples.sum(name, labels), 0);
    expect(sum('office_runs_submitted_total', { pipeline: pipelineId })).toBe(1);
    expect(sum('office_runs_ended_total', { pipeline: pipelineId })).toBe(1);
    expect(sum('office_turns_total', {})).toBe(ended[0]?.turns.length);
    for (const samples of scraped) {
      expect(samples.of('office_lease_age_seconds')).toBeGreaterThan(0);
    }
  });
});
