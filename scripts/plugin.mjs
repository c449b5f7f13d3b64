/** `npm run plugin -- new|check|pack <directory>`: builds what is missing, then is the authors' tool. */
import { prepareOrExit } from './prepare.mjs';

prepareOrExit();
await import('../dist/cli/plugin.js');
