/** `npm run brief -- "<brief>"`: installs and builds what is missing, then is the terminal client. */
import { prepareOrExit } from './prepare.mjs';

prepareOrExit();
await import('../dist/cli/brief.js');
