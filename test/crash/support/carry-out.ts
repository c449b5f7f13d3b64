import type { Run, RunDetail } from '../../../src/protocol/records/work.js';
import type { OfficeClient } from '../../support/office-client.js';
import { ApprovingClient } from './approving-client.js';

/** Submits a brief; answers the id of its run. */
export async function submit(client: OfficeClient, brief: string): Promise<string> {
  const { status, body, text } = await client.post<Run>('/api/submit', { brief });
  if (status !== 202) throw new Error(`refused: ${text}`);
  return body.id;
}

/** The run once it is final, with everything approved that it asks for. */
export async function finished(client: OfficeClient, runId: string): Promise<RunDetail> {
  const approving = new ApprovingClient(client.port);
  try {
    await approving.final(runId);
    return (await client.get<RunDetail>(`/api/runs/${runId}`)).body;
  } finally {
    approving.close();
  }
}

/** Submits the brief and brings its run to the end. */
export async function carryOut(client: OfficeClient, brief: string): Promise<RunDetail> {
  return finished(client, await submit(client, brief));
}
