/** `npm run route -- --role <id> --task <class>`: builds what is missing, then asks the running office. */
import { prepareOrExit } from './prepare.mjs';

prepareOrExit();
await import('../dist/cli/route.js');
