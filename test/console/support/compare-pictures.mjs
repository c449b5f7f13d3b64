/**
 * `node compare-pictures.mjs <one.png> <other.png>`: prints the share of pixels in which they differ,
 * 0 to 1. In a process of its own: inside of Jest a loop over pixels takes fifty times as long.
 */
import { readFileSync } from 'node:fs';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** How far the colour of a pixel may be off, 0 to 1; browsers blend edges a little differently. */
const threshold = 0.2;

const [one, other] = process.argv.slice(2).map((file) => PNG.sync.read(readFileSync(file)));
console.log(shareOfDifference());

function shareOfDifference() {
  const { width, height } = one;
  if (width !== other.width || height !== other.height) return 1;
  return (
    pixelmatch(one.data, other.data, undefined, width, height, { threshold }) / (width * height)
  );
}
