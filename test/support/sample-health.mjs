/** A thread that requests the health of a service repeatedly, beside a busy test. */
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const waits = [];
let isOver = false;
parentPort.once('message', () => (isOver = true));

do {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${workerData.port}/api/health`);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`the service answered ${answer.status}`);
  waits.push(performance.now() - began);
  await setTimeout(10);
} while (!isOver);
parentPort.postMessage(waits);
