import Sequencer from '@jest/test-sequencer';
import { noteDurations } from './test-durations.mjs';

/** The suites that take longest; begun last, they would prolong a run. */
const longest = [
  'test/evals/solver.',
  'test/fleet/fleet-campaign.',
  'test/obedience/',
  'test/cli/office.',
  'test/doors/forges/',
  'test/cli/comments.',
  'test/crash/golden-journals.',
  'test/crash/',
  'test/client/',
  'test/console/accessibility.',
  'test/console/first-minute.',
  'test/console/',
  'test/runs/revert-and-deliver.',
  'test/runs/deeds-of-employees.',
  'test/platform/boot.',
  'test/fleet/decisions.',
  'test/container/image.',
  'test/runs/run-diff.',
  'src/tools/git/',
  'test/fuzz/doors.',
  'test/platform/clock-jumps.',
  'test/platform/request-flood.',
  'test/scripts/dev.',
  'test/plugins/guest-messages.',
  'test/plugins/looping-plugins.',
  'test/plugins/slow-plugins.',
  'test/platform/openapi.',
];

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
