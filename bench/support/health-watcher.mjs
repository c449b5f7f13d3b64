/**
 * Requests `/api/health` repeatedly in its own thread, so that sending the load does not delay it.
 * Posts each response time, ms; -1 for a status other than 200.
 */
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const gapMs = 50;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

for (;;) {
  const begun = performance.now();
  const status = await ask();
  parentPort.postMessage(status === 200 ? performance.now() - begun : -1);
  await pause(gapMs);
}

function ask() {
  return new Promise((resolve) => {
    const request = get(`${workerData.address}/api/health`, { agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    request.on('error', () => resolve(0));
  });
}
