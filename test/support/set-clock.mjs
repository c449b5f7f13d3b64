// A preload: the wall clock of this process is off by as many ms as a file says.
import { readFileSync } from 'node:fs';

const RealDate = Date;
let offMs = 0;

function look() {
  try {
    offMs = Number(readFileSync(process.env.TEST_CLOCK_FILE, 'utf8')) || 0;
  } catch {
    offMs = 0;
  }
}

look();
setInterval(look, 20).unref();

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + offMs] : given));
  }

  static now() {
    return RealDate.now() + offMs;
  }
};
