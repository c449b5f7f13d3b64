import { doorDatabases, testDatabases } from '../../support/test-databases.js';

/** Whether this is `node scripts/run.mjs test:crash`, which tries everywhere what `npm test` tries in one place. */
export const atLength = process.env.CRASH_KILLS !== undefined;

/** The databases of a crash suite that asks the store nothing special. */
export const crashDatabases = atLength ? testDatabases : doorDatabases;
