/** The name of before, for the suites of the page until they are renamed. */
export {
  ProviderSimulator as VendorSimulator,
  simulatorKey,
} from '../../providers/core/simulator.js';
