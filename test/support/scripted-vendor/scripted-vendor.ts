/** The name of before, for the suites of the page until they are renamed. */
export { ScriptedProvider as ScriptedVendor } from '../scripted-provider/scripted-provider.js';
