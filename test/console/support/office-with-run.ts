import { afterAll, beforeAll } from '@jest/globals';
import { exampleBriefs } from '#protocol/example-briefs.js';
import { completeRun } from '../../container/support/service-process.js';
import { type BuiltOffice, startBuiltOffice } from './built-office.js';

/** An office, for the tests around, with one run of the first example that is done. */
export interface OfficeWithRun {
  readonly office: BuiltOffice;
  readonly runId: string;
}

/** Starts it before these tests, and ends it after them. */
export function officeWithRun(): OfficeWithRun {
  let office: BuiltOffice;
  let runId: string;
  beforeAll(async () => {
    office = await startBuiltOffice({ OFFICE_AUTO_APPROVE_SHELL: 'true' });
    const [example] = exampleBriefs;
    if (example === undefined) throw new Error('There is no example.');
    runId = (await completeRun(office.service, example.brief, example.pipelineId)).id;
  });
  afterAll(() => office.close());
  return {
    get office() {
      return office;
    },
    get runId() {
      return runId;
    },
  };
}
