import { DataSource } from 'typeorm';
import type { TriggerSpec } from '#doors/triggers/trigger-spec.js';
import type { RunningOffice } from '#test/support/start-office.js';

/** The time has passed for which the secret of before is good. */
export async function endOverlap({ app }: RunningOffice, id: string): Promise<void> {
  const source = app.get(DataSource, { strict: false });
  const rows: readonly { readonly spec_json: string }[] = await source.query(
    `SELECT spec_json FROM triggers WHERE id = '${id}'`,
  );
  const spec = JSON.parse(rows[0]?.spec_json ?? '') as TriggerSpec;
  if (spec.former === undefined) throw new Error('no secret of before is good');
  const passed = { ...spec, former: { ...spec.former, until: Date.now() - 1 } };
  await source.query(
    `UPDATE triggers SET spec_json = '${JSON.stringify(passed).replaceAll("'", "''")}' WHERE id = '${id}'`,
  );
}
