/**
 * Preloaded into a service with an IPC channel: reports heap and event loop on request; `measure`
 * collects garbage first, `sample` does not.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

/**
 * Timers run once per turn of the loop, so the thread's time since the last one is the time of one
 * turn.
 */
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
// A worker thread has no channel.
process.channel?.unref();
