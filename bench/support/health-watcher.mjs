/**
 * Asks for `/api/health` again and again, in a thread of its own, so that what sends the load does not
 * delay it. Posts how long each answer took, ms; -1 for any that is not 200.
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
