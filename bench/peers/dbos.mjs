/** Workflows of DBOS on PostgreSQL: each step is stored before the next begins. */
import { DBOS } from '@dbos-inc/dbos-sdk';
import { answerRounds } from './rounds.mjs';

const workflow = DBOS.registerWorkflow(
  async (steps) => {
    let last = '';
    for (let count = 0; count < steps; count++) {
      const make = async () => `${count}`.padEnd(Number(process.env.PAYLOAD), 'x');
      last = await DBOS.runStep(make, { name: `step ${count}` });
    }
    return last.length;
  },
  { name: 'bench' },
);
DBOS.setConfig({
  name: 'bench',
  systemDatabaseUrl: process.env.STORE,
  runAdminServer: false,
  logLevel: 'error',
});
await DBOS.launch();

answerRounds(async (id, steps) => {
  const handle = await DBOS.startWorkflow(workflow, { workflowID: id })(steps);
  await handle.getResult();
});
