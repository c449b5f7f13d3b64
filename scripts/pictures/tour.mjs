import { Buffer } from 'node:buffer';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Encodes frames as a GIF, inside a page of the browser. */
const encoder = fileURLToPath(
  new URL('../../console/node_modules/modern-gif/dist/index.js', import.meta.url),
);
const size = { width: 1120, height: 700 };
/** Size of the animation relative to the browser's window. */
const scale = 0.8;
const colours = 128;

/** Records the tour from the first page to the report (example, objection, approval) as a GIF. */
export async function takeTour(browser, url, file) {
  const page = await browser.newPage({ viewport: size, colorScheme: 'light' });
  page.setDefaultTimeout(180_000);
  const frames = [];
  const shoot = async (delay) => {
    const picture = await page.screenshot({ type: 'png' });
    frames.push({ data: `data:image/png;base64,${picture.toString('base64')}`, delay });
  };
  /** Records this many frames. */
  const watch = async (count) => {
    for (let taken = 0; taken < count; taken++) {
      await page.waitForTimeout(700);
      await shoot(700);
    }
  };
  await page.goto(url);
  await page.locator('.person').first().waitFor();
  // Until everybody has walked to their desk.
  await page.waitForTimeout(2500);
  await shoot(2500);
  await page.getByRole('button', { name: /CSV to Markdown/ }).click();
  await shoot(2500);
  await page.getByRole('button', { name: 'Hand it in' }).click();
  await page.locator('.run-card').first().waitFor();
  await watch(12);
  await page.locator('.run-card').first().click();
  await page.locator('.turn').first().waitFor();
  await watch(2);
  await page.getByText('Changes required:').first().waitFor();
  await page.getByText('Changes required:').first().scrollIntoViewIfNeeded();
  await shoot(2500);
  const dock = page.getByRole('region', { name: 'Approval needed' });
  await dock.locator('kbd.ready').first().waitFor();
  await shoot(2500);
  await dock.getByRole('button', { name: /Approve once/ }).click();
  await page.getByRole('button', { name: 'What to do with the change' }).waitFor();
  await page.getByRole('tab', { name: 'Change' }).click();
  await page.locator('.diff-code').first().waitFor();
  await shoot(2500);
  await page.getByRole('tab', { name: 'Report' }).click();
  await page.getByRole('region', { name: 'Commands that were run' }).waitFor();
  await page.evaluate(() => globalThis.scrollTo(0, 0));
  await shoot(4000);
  writeFileSync(file, await animated(browser, frames));
}

async function animated(browser, frames) {
  const page = await browser.newPage();
  await page.addScriptTag({ path: encoder });
  const encoded = await page.evaluate(
    async ({ frames, width, height, colours }) => {
      const { Image, OffscreenCanvas, btoa, modernGif } = globalThis;
      const draw = async ({ data, delay }) => {
        const image = new Image();
        image.src = data;
        await image.decode();
        const canvas = new OffscreenCanvas(width, height);
        const context = canvas.getContext('2d');
        context.imageSmoothingQuality = 'high';
        context.drawImage(image, 0, 0, width, height);
        return { data: context.getImageData(0, 0, width, height).data, delay };
      };
      const drawn = [];
      for (const frame of frames) drawn.push(await draw(frame));
      const gif = await modernGif.encode({ width, height, frames: drawn, maxColors: colours });
      let bytes = '';
      for (const byte of new Uint8Array(gif)) bytes += String.fromCharCode(byte);
      return btoa(bytes);
    },
    { frames, width: size.width * scale, height: size.height * scale, colours },
  );
  return Buffer.from(encoded, 'base64');
}
