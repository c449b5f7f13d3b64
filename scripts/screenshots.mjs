/**
 * `node scripts/run.mjs screenshots`: takes the pictures of README.md and docs/tour.md from the
 * running console, light and dark, and the animated tour, in offices with simulated employees and a
 * real Chromium. `node scripts/run.mjs screenshots tour` takes only the tour.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inOffice } from './pictures/in-office.mjs';
import { takeTour } from './pictures/tour.mjs';

const folder = fileURLToPath(new URL('../docs/images', import.meta.url));
const viewport = { width: 1440, height: 900 };
/** As in src/protocol/example-briefs.ts. */
const example = {
  brief:
    'Add a command line tool in csv-table/ that turns a CSV file into a Markdown table, with tests.',
  pipelineId: 'code-change',
};

mkdirSync(folder, { recursive: true });
if (process.argv[2] !== 'tour') {
  await inOffice({}, take);
}
await inOffice({}, (browser, url) => takeTour(browser, url, join(folder, 'tour.gif')));

async function take(browser, url) {
  const open = async (options) => {
    const page = await browser.newPage({ viewport, ...options });
    page.setDefaultTimeout(180_000);
    await page.goto(url);
    await page.locator('.person').first().waitFor();
    return page;
  };
  const light = await open({ colorScheme: 'light' });
  const dark = await open({ colorScheme: 'dark' });
  const phone = await open({ colorScheme: 'light', viewport: { width: 390, height: 844 } });
  const shoot = (page, name) => page.screenshot({ path: join(folder, `${name}.png`) });
  await shoot(light, 'first-minute');
  const brief = 'Build a command line todo list that keeps its tasks in a JSON file.';
  await light.getByLabel('Give the office a brief').fill(brief);
  await light.getByRole('button', { name: 'Hand it in' }).click();
  await light.getByText('Debate', { exact: true }).first().waitFor();
  await light.locator('.talk path').first().waitFor({ state: 'attached' });
  // Until everybody has walked to the table.
  await light.waitForTimeout(2500);
  await Promise.all([shoot(light, 'floor'), shoot(dark, 'floor-dark'), shoot(phone, 'phone')]);
  // The run of an example: its report names the command that was run.
  const id = await submit(url, example);
  await light.goto(`${url}/#/runs/${id}`);
  await light.getByText('Changes required:').first().waitFor();
  await shoot(light, 'run');
  await light.getByRole('region', { name: 'Approval needed' }).waitFor();
  await light.locator('.dock kbd.ready').first().waitFor();
  await shoot(light, 'approval');
  await light.getByRole('button', { name: /Approve once/ }).click();
  await allEnded(url, light);
  await dark.goto(light.url());
  await dark.getByRole('tab', { name: 'Report' }).click();
  await dark.getByRole('region', { name: 'Commands that were run' }).waitFor();
  await shoot(dark, 'run-dark');
  for (const [page, name] of [
    ['costs', 'costs'],
    ['people', 'organisation'],
  ]) {
    await light.goto(`${url}/#/${page}`);
    await light.getByRole('heading', { level: 1 }).waitFor();
    await light.waitForTimeout(800);
    await shoot(light, name);
  }
  await takeDoors(light, url, shoot);
}

/** The pages by which others come in. The first token is made last: from then on it is asked for. */
async function takeDoors(page, url, shoot) {
  await page.goto(`${url}/#/forges?tab=triggers`);
  await page.getByRole('button', { name: 'Make a trigger' }).click();
  const trigger = page.getByRole('dialog');
  await trigger.getByLabel('Name', { exact: true }).fill('Nightly');
  await trigger.getByLabel('Brief of its runs').fill('Update the dependencies, and run the tests.');
  await trigger.getByRole('button', { name: 'Make it' }).click();
  await page.getByRole('article', { name: 'Nightly' }).waitFor();
  await trigger.waitFor({ state: 'detached' });
  await shoot(page, 'forges');
  await page.goto(`${url}/#/access`);
  await page.getByRole('button', { name: 'Make a token' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Ada');
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Revoke Ada' }).waitFor();
  await shoot(page, 'access');
}

async function submit(url, submission) {
  const answer = await fetch(`${url}/api/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(submission),
  });
  if (!answer.ok) throw new Error(`The example was refused: ${await answer.text()}`);
  return (await answer.json()).id;
}

/** Waits until no run is active. */
async function allEnded(url, page) {
  for (;;) {
    const runs = await (await fetch(`${url}/api/runs`)).json();
    if (runs.every(({ status }) => ['done', 'failed', 'cancelled'].includes(status))) return;
    await page.waitForTimeout(1000);
  }
}
