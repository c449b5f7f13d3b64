import { parentPort, workerData } from 'node:worker_threads';
import type { PatternQuestion, PatternSource } from './pattern-search.js';

/** Answers, for one pattern, which lines of a text match. Killed from outside when it takes too long. */
const { source, flags } = workerData as PatternSource;
const expression = new RegExp(source, flags);

parentPort?.on('message', ({ lines, max }: PatternQuestion) => {
  const matching: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (matching.length === max) break;
    if (expression.test(line)) matching.push(index);
  }
  parentPort?.postMessage(matching);
});
