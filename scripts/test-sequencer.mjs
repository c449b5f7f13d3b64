import Sequencer from '@jest/test-sequencer';

/** Suites that take or wait longest: begun last, they alone would make a run longer. */
const longest = [
  'test/evals/solver.',
  'test/fleet/fleet-campaign.',
  'test/crash/golden-journals.',
  'test/crash/',
  'test/client/',
  'test/console/',
  'test/fuzz/doors.',
  'test/platform/clock-jumps.',
  'test/platform/request-flood.',
  'test/scripts/dev.',
  'test/plugins/guest-messages.',
  'test/plugins/looping-plugins.',
  'test/plugins/slow-plugins.',
  'test/platform/openapi.',
];

/** The place of a suite among the longest; past their end for every other. */
function rank(path) {
  const place = longest.findIndex((start) => path.includes(`/${start}`));
  return place === -1 ? longest.length : place;
}

/**
 * Begins with the longest suites where no earlier run has told how long they take. The others stand as
 * Jest orders them: by their time where it is known, else by the size of the file.
 */
export default class TestSequencer extends Sequencer {
  sort(tests) {
    const place = ({ path, duration }) => (duration === undefined ? rank(path) : longest.length);
    return super.sort(tests).sort((one, other) => place(one) - place(other));
  }
}
