let started = 0;

/**
 * Runs a round of concurrent workflows whenever the parent asks for one; answers its processor time
 * and wall-clock time, ms.
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
