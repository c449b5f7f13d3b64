import Sequencer from '@jest/test-sequencer';
import { longest, noteDurations } from './test-durations.mjs';

/** Index of a suite among the longest; past the end for every other. */
function rank(path) {
  const place = longest.findIndex((start) => path.includes(`/${start}`));
  return place === -1 ? longest.length : place;
}

/**
 * Starts the longest suites first if no earlier run has recorded durations. Jest orders the others:
 * by duration if known, else by file size.
 */
export default class TestSequencer extends Sequencer {
  sort(tests) {
    const place = ({ path, duration }) => (duration === undefined ? rank(path) : longest.length);
    return super.sort(tests).sort((one, other) => place(one) - place(other));
  }

  cacheResults(tests, results) {
    super.cacheResults(tests, results);
    noteDurations(results.testResults);
  }
}
