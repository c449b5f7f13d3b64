/**
 * A client of its own thread, as clients are: what the office does after a frame has left does not
 * delay reading it. Posts `open`, then the time of the first `turn.delta` of each turn.
 */
import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';

/** Bytes; what is larger is no delta, and reading it would only delay the next one. */
const largestDelta = 1000;
const seen = new Set();
const socket = new WebSocket(workerData.url);
socket.once('message', () => parentPort.postMessage('open'));
socket.on('message', (data) => {
  const at = performance.timeOrigin + performance.now();
  if (data.length > largestDelta) return;
  const { type, turnId } = JSON.parse(data.toString());
  if (type !== 'turn.delta' || seen.has(turnId)) return;
  seen.add(turnId);
  parentPort.postMessage(at);
});
