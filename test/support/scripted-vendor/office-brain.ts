/** The name of before, for the suites of the page until they are renamed. */
export { officeBrain } from '../scripted-provider/office-brain.js';
