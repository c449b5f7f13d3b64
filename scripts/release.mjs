/**
 * `npm run release [-- <version>]`: makes a release of this checkout: a commit with the version in
 * every place that has it, and an annotated tag with the changes. The version is the given one,
 * else the newest of CHANGELOG.md. Publishes nothing: it ends with the commands that do.
 *
 *    npm run release -- --dry-run     prints all of that, changes nothing, and ends with 1 if the
 *                                     release would be refused
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkClient } from './release/check-client.mjs';
import { newestIn, notesOf, sectionOf } from './release/notes.mjs';
import { places, refusals, toldIn, withVersion } from './release/versions.mjs';

const root = join(import.meta.dirname, '..');
const image = 'office-orchestration-service';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false } },
});
const isDry = values['dry-run'];

const changelog = read('CHANGELOG.md');
const newestTag = git('tag', '--list', 'v[0-9]*', '--sort=-version:refname').split('\n')[0];
const version = positionals[0] ?? newestIn(changelog);
const section = version === undefined ? undefined : sectionOf(changelog, version);
const reasons = refusals({
  asked: version,
  current: JSON.parse(read('package.json')).version,
  newest: newestTag.slice(1) || undefined,
  branch: git('branch', '--show-current'),
  isDirty: git('status', '--porcelain') !== '',
  section,
  unreleased: sectionOf(changelog, 'Unreleased'),
});

if (reasons.length > 0 && !isDry) end(['There is no release:', ...reasons]);
if (version === undefined) end(reasons);
say(`Version ${version}, after ${newestTag || 'no release'}.`);
const message = [`Version ${version}`, section, notesOf(subjects())].join('\n\n');
const changed = Object.keys(places).filter((file) => {
  return toldIn(file, read(file)).some((told) => told !== version);
});

if (isDry) {
  chapter('Version', describeFiles());
  chapter(`Tag v${version}`, message);
}
chapter('Client package', describeClient());
chapter('Packages', describePackages());
if (!isDry) {
  for (const file of changed) {
    writeFileSync(join(root, file), withVersion(file, read(file), version));
  }
  if (changed.length > 0) git('commit', '--message', `chore: version ${version}`, '--', ...changed);
  tag();
}
chapter(isDry ? 'Left to be done by hand' : 'Next', commands());
if (reasons.length > 0) end(['This release would be refused:', ...reasons]);

function describeFiles() {
  if (changed.length === 0) return `Every place tells ${version}: no commit is needed.`;
  return changed
    .map((file) => `${file}: ${toldIn(file, read(file)).join(', ')} becomes ${version}`)
    .join('\n');
}

/** The commits since the newest tag; all commits before the first release. */
function subjects() {
  const range = newestTag === '' ? 'HEAD' : `${newestTag}..HEAD`;
  return git('log', '--no-merges', '--format=%s', range).split('\n').filter(Boolean);
}

function describeClient() {
  const checks = checkClient();
  const failed = checks.filter(({ passed }) => !passed);
  if (failed.length > 0) end(failed.flatMap(({ name, output }) => [`${name}:`, output]));
  return `dist/client passes ${checks.map(({ name }) => name).join(' and ')}.`;
}

/** Writes the SBOMs to sbom/; a dry run does not. */
function describePackages() {
  const folder = isDry ? mkdtempSync(join(tmpdir(), 'release-')) : join(root, 'sbom');
  try {
    execFileSync(process.execPath, [join(root, 'scripts/image/sbom.mjs'), folder]);
    const lists = ['service', 'console'].map((name) => {
      const file = `${name}.cdx.json`;
      const { components } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      return `sbom/${file}: ${components.length} packages`;
    });
    return lists.join('\n');
  } finally {
    if (isDry) rmSync(folder, { recursive: true });
  }
}

function tag() {
  // Changelog headings begin with #, which git would remove as comments.
  const args = ['tag', '--annotate', `v${version}`, '--cleanup=whitespace', '--file=-'];
  const { status, stderr } = spawnSync('git', args, { cwd: root, input: message });
  if (status !== 0) end([`git tag: ${stderr}`]);
}

function commands() {
  return [
    `git push origin main v${version}`,
    `docker build --pull --tag ${image}:${version} .`,
    `docker push ${image}:${version}          # under the name of your registry`,
    'npm run build && npm publish ./dist/client',
    'helm package deploy/helm',
  ].join('\n');
}

function read(file) {
  return readFileSync(join(root, file), 'utf8');
}

function git(...args) {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
  return execFileSync('git', args, options).trim();
}

function say(text) {
  process.stdout.write(`${text}\n`);
}

function chapter(title, text) {
  say(`\n== ${title}\n${text}`);
}

function end(lines) {
  process.stderr.write(`\n${lines.join('\n')}\n`);
  process.exit(1);
}
