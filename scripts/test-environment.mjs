import { TestEnvironment } from 'jest-environment-node';

/** Symbols of the globals in which Jest keeps the state of a suite, such as its time limit. */
const stateOfSuite = /^[A-Z_]+$/;

let kept;

/**
 * One environment for all suites of a worker, so that modules loaded for one suite serve the next
 * (test-runtime.mjs). Between suites, globals, variables and timers are what they were.
 */
export default class KeptEnvironment extends TestEnvironment {
  #globals;
  #variables;

  constructor(...given) {
    if (kept !== undefined) return kept;
    super(...given);
    this.#globals = Object.getOwnPropertyDescriptors(this.global);
    // Each suite is given its own console; after the suite it refuses more.
    delete this.#globals.console;
    this.#variables = { ...this.global.process.env };
    kept = this;
  }

  /**
   * `afterAll` hooks of a `describe` run in the reverse of their order; Jest would first remove the
   * directory that a service still writes to.
   */
  handleTestEvent({ name, describeBlock }) {
    if (name !== 'run_describe_start') return;
    const { hooks } = describeBlock;
    const last = hooks.filter(({ type }) => type === 'afterAll').reverse();
    describeBlock.hooks = [...hooks.filter(({ type }) => type !== 'afterAll'), ...last];
  }

  async teardown() {
    this.fakeTimersModern.useRealTimers();
    for (const [name, descriptor] of Object.entries(this.#globals)) {
      if (descriptor.configurable) Object.defineProperty(this.global, name, descriptor);
    }
    this.#restoreVariables();
    for (const name of Object.getOwnPropertySymbols(this.global)) {
      if (stateOfSuite.test(name.description)) delete this.global[name];
    }
    // Jest collects replaced globals for its own way of tearing down.
    this._globalProxy.leftovers = [];
    this._globalProxy.propertyToValue.clear();
  }

  #restoreVariables() {
    const { env } = this.global.process;
    for (const name of Object.keys(env)) if (!(name in this.#variables)) delete env[name];
    Object.assign(env, this.#variables);
  }
}
