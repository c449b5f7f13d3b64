/** `npm start`: installs and builds what is missing, then is the service. */
import { prepareOrExit } from './prepare.mjs';

prepareOrExit();
await import('../dist/main.js');
