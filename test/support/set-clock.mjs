// A preload: shifts the wall clock of this process by the number of ms in a file.
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
