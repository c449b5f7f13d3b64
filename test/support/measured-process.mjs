/**
 * Preloaded into a service with an IPC channel: tells of its heap and its event loop when asked;
 * `measure` collects garbage first, `sample` does not.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

process.on('message', (asked) => {
  if (asked === 'measure') globalThis.gc();
  const loopMs = delay.max / 1e6;
  delay.reset();
  process.send({ heapBytes: process.memoryUsage().heapUsed, loopMs });
});
process.channel.unref();
