/** The name of before, for the suites of the page until they are renamed. */
export { openAi } from '../providers/openai.js';
