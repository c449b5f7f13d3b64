let started = 0;

/**
 * Carries out a round of workflows at once whenever the parent asks for one, and answers the processor
 * time and the time on the clock that it took, ms.
 */
export function answerRounds(work) {
  process.on('message', async ({ workflows, steps }) => {
    const begun = performance.now();
    const before = process.cpuUsage();
    const ids = Array.from({ length: workflows }, () => `workflow ${process.pid} ${++started}`);
    await Promise.all(ids.map((id) => work(id, steps)));
    const { user, system } = process.cpuUsage(before);
    process.send({ cpuMs: (user + system) / 1000, clockMs: performance.now() - begun });
  });
  process.send('ready');
}
