/** Preloaded into a measured process with an IPC channel; reports its usage on request. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

process.on('message', async (asked) => {
  if (typeof asked !== 'string') return;
  if (asked === 'collect') {
    // Memory freed by finalizers is collected in the next round.
    for (let round = 0; round < 3; round++) {
      globalThis.gc();
      await new Promise(setImmediate);
    }
  }
  const { user, system } = process.cpuUsage();
  const { heapUsed, external, rss } = process.memoryUsage();
  const mb = 1024 * 1024;
  const loopMs = delay.max / 1e6;
  delay.reset();
  process.send({
    cpuMs: (user + system) / 1000,
    heldBytes: heapUsed + external,
    residentMb: rss / mb,
    loopMs,
  });
});
// A worker thread has no channel.
process.channel?.unref();
