/**
 * A client in its own thread, so that work of the office after sending a frame does not delay
 * reading it. Posts `open`, then the time of each turn's first `turn.delta`.
 */
import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';

/**
 * Maximum size of a delta, bytes; larger frames are not read, because that would delay the next
 * one.
 */
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
