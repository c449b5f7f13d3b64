/**
 * Preloaded into a service with an IPC channel: tells of its heap and its event loop when asked;
 * `measure` collects garbage first, `sample` does not.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

/** Timers are served once in a turn of the loop: what the thread took since the last one, held it. */
const eachMs = 5;
let heldMs = 0;
let last = process.threadCpuUsage();
const clock = setInterval(() => {
  const { user, system } = process.threadCpuUsage(last);
  last = process.threadCpuUsage();
  heldMs = Math.max(heldMs, (user + system) / 1000);
}, eachMs);
clock.unref();

process.on('message', (asked) => {
  if (asked === 'measure') globalThis.gc();
  const measured = { heapBytes: process.memoryUsage().heapUsed, loopMs: delay.max / 1e6, heldMs };
  delay.reset();
  heldMs = 0;
  last = process.threadCpuUsage();
  process.send(measured);
});
// A worker thread has none.
process.channel?.unref();
