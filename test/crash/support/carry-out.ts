import { Office } from '#client/office.js';
import { isFinal } from '#protocol/rules/run-status.js';
import type { Approval, Run, RunDetail } from '#protocol/records/work.js';
import type { OfficeClient } from '../../support/office-client.js';

/** Submits a brief; answers the id of its run. */
export async function submit(client: OfficeClient, brief: string): Promise<string> {
  const { status, body, text } = await client.post<Run>('/api/submit', { brief });
  if (status !== 202) throw new Error(`refused: ${text}`);
  return body.id;
}

/**
 * The run once it is final, with everything approved that it asks for.
 * @param signal ends the connection, which would otherwise wait for a service that is gone
 */
export async function finished(
  client: OfficeClient,
  runId: string,
  signal?: AbortSignal,
): Promise<RunDetail> {
  const options = signal === undefined ? {} : { signal };
  using office = await Office.connect(`http://127.0.0.1:${client.port}`, options);
  // Another client may have answered meanwhile.
  const approve = ({ id }: Approval) => void office.approve(id, true).catch(() => undefined);
  office.on('approval.requested', ({ approval }) => approve(approval));
  office.state.approvals.forEach(approve);
  await over(office, runId);
  return office.http.run(runId);
}

/** The state shows runs of one floor only; events tell of all. */
function over(office: Office, runId: string): Promise<void> {
  return new Promise((resolve) => {
    const look = ({ id, status }: Run): void => {
      if (id === runId && isFinal(status)) resolve();
    };
    office.on('run.updated', ({ run }) => look(run));
    office.onState(({ runs }) => runs.forEach(look));
    office.http.run(runId).then(look, () => undefined);
  });
}

/** Submits the brief and brings its run to the end. */
export async function carryOut(client: OfficeClient, brief: string): Promise<RunDetail> {
  return finished(client, await submit(client, brief));
}
