/**
 * `npm test -- --changed [base] [--unlimited]`: the suites that a change since the base can affect,
 * nearest first, so few that they take half a minute; with `--unlimited` all. A unit spec is found
 * by its imports. Every e2e suite imports the whole application; one is taken if it or a test-only
 * import changed, or if its folder is about the area of the change.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { buildFor } from './build-for-suites.mjs';
import { changedFiles, defaultBase } from './changed-files.mjs';
import { readImports } from './source-imports.mjs';
import { expectedMs, readDurations } from './test-durations.mjs';

/** The test folders of each area; the first matching path prefix of a changed file counts. */
export const areas = {
  'src/cli/': ['cli'],
  'src/client/': ['client', 'console'],
  'src/conversations/': ['organisations', 'models'],
  'src/doors/': ['doors'],
  'src/health/': ['platform'],
  'src/mcp/': ['mcp'],
  'src/memory/': ['memory'],
  'src/models/': ['models'],
  'src/observability/': ['observability'],
  'src/office/': ['organisations'],
  'src/platform/': ['platform'],
  'src/plugins/': ['plugins'],
  'src/protocol/': ['platform', 'organisations'],
  'src/runs/': ['runs'],
  'src/settings/': ['organisations'],
  'src/skills/': ['skills'],
  'src/tools/': ['tools'],
  'src/vendors/': ['vendors'],
  'src/workspaces/': ['organisations'],
  'src/': ['platform'],
  'bench/evals/': ['evals'],
  'console/': ['console'],
  'deploy/': ['container'],
  'docs/': ['documents'],
  'plugins/': ['plugins'],
  'scripts/': ['scripts'],
  'skills/': ['skills'],
};

/** How many e2e suites of the area are taken if no name shares a word with the change. */
const samples = 2;

const isUnit = (file) => file.startsWith('src/') && file.endsWith('.spec.ts');
const isE2e = (file) => file.startsWith('test/') && file.endsWith('.e2e-spec.ts');
/** True for suites that take minutes and say little about an area. */
const isSlow = (suite) => /^test\/(?:crash|evals|fleet|fuzz)\//.test(suite);

/**
 * Selects the suites for these changed files.
 *
 * @param imports for each code file, the files that it imports values from
 * @param atMost maximum duration of all suites of a kind and of one suite, ms
 * @param durations of suites in their last run here, ms
 * @returns the suites, and those left out because they take too long
 */
export function suitesFor(changed, imports, atMost, durations = {}) {
  const known = [...imports.keys()];
  const starts = changed.flatMap((file) => (imports.has(file) ? [file] : beside(file, known)));
  const inSources = distances(
    starts,
    importers(imports, () => true),
  );
  const inTests = distances(
    starts,
    importers(imports, (file) => !file.startsWith('src/')),
  );
  const unit = known
    .filter((file) => isUnit(file) && inSources.has(file))
    .toSorted(by((file) => [inSources.get(file), file]));
  const e2e = endToEnd(changed, known.filter(isE2e), inTests);
  const lasts = (suite) => (changed.includes(suite) ? 0 : expectedMs(suite, durations));
  const suites = Object.entries({ unit, e2e }).flatMap(([kind, found]) =>
    within(
      atMost[kind],
      found.filter((suite) => lasts(suite) <= atMost.each),
      lasts,
    ),
  );
  return { suites, leftOut: [...unit, ...e2e].filter((suite) => !suites.includes(suite)) };
}

/** The suites, in their order, that fit into this time; one that is too long does not end them. */
function within(limitMs, suites, lasts) {
  let leftMs = limitMs;
  return suites.filter((suite) => {
    const fits = lasts(suite) <= leftMs;
    if (fits) leftMs -= lasts(suite);
    return fits;
  });
}

/**
 * Orders e2e suites: first those that changed, then those whose names share the most words, then
 * those that import a change.
 */
function endToEnd(changed, suites, distanceOf) {
  const about = suites.filter((suite) => isAbout(suite, changed));
  const words = new Map(about.map((suite) => [suite, sharedWords(suite, changed)]));
  const related = suites.filter((suite) =>
    isSlow(suite) && !about.includes(suite)
      ? distanceOf.get(suite) === 0
      : distanceOf.has(suite) || words.get(suite) > 0,
  );
  return (related.length > 0 ? related : about.slice(0, samples)).toSorted(
    by((suite) => [
      distanceOf.get(suite) === 0 ? 0 : 1,
      -(words.get(suite) ?? 0),
      distanceOf.get(suite) ?? Infinity,
      suite,
    ]),
  );
}

/** The code file nearest to a file that is read and not imported. */
function beside(file, known) {
  let folder = dirname(file);
  while (folder !== '.') {
    const code = known.filter((each) => dirname(each) === folder);
    if (code.length > 0) return code;
    folder = dirname(folder);
  }
  return [];
}

/** Maps each file to the files that import it, restricted to `may`. */
function importers(imports, may) {
  const found = new Map();
  for (const [file, targets] of imports) {
    if (!may(file)) continue;
    for (const target of targets) found.set(target, [...(found.get(target) ?? []), file]);
  }
  return found;
}

/** Number of imports between each file and the nearest start. */
function distances(starts, importersOf) {
  const found = new Map(starts.map((file) => [file, 0]));
  for (const [file, distance] of found) {
    for (const importer of importersOf.get(file) ?? []) {
      if (!found.has(importer)) found.set(importer, distance + 1);
    }
  }
  return found;
}

function isAbout(suite, changed) {
  return changed.some((file) =>
    (areas[areaOf(file)] ?? []).some((folder) => suite.startsWith(`test/${folder}/`)),
  );
}

const areaOf = (file) => Object.keys(areas).find((start) => file.startsWith(start)) ?? '';

/** Number of words that a suite's name shares with the paths of changed files in the area. */
function sharedWords(suite, changed) {
  const words = new Set(changed.flatMap((file) => wordsOf(file.slice(areaOf(file).length))));
  return wordsOf(basename(suite, '.e2e-spec.ts')).filter((word) => words.has(word)).length;
}

const wordsOf = (path) =>
  path
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 2)
    .map((word) => word.replace(/s$/, ''));

/** Compares by the first differing part. */
function by(partsOf) {
  return (one, other) => {
    const others = partsOf(other);
    const [mine, theirs] =
      partsOf(one)
        .map((part, index) => [part, others[index]])
        .find(([part, otherPart]) => part !== otherPart) ?? [];
    return mine < theirs ? -1 : 1;
  };
}

/** Durations of suites, ms: half a minute with three workers on two cores, most of it for e2e. */
const halfMinute = { unit: 12_000, e2e: 28_000, each: 15_000 };
const unlimited = { unit: Infinity, e2e: Infinity, each: Infinity };

/**
 * The suites to run for the changes since `base`, and what has to be built for them.
 * @throws if git does not know the base
 */
export function changedSuites(root, { base = defaultBase(root), isUnlimited }) {
  const imports = readImports(root);
  const atMost = isUnlimited ? unlimited : halfMinute;
  const found = suitesFor(changedFiles(root, base), imports, atMost, readDurations());
  const textOf = (file) => readFileSync(join(root, file), 'utf8');
  return { base, ...found, build: buildFor(found.suites, imports, textOf) };
}

/** How many of the suites left out are named. */
const named = 5;

/** What is said before the run. */
export function announcement({ base, suites, leftOut }) {
  const near = `Since ${base}, ${suites.length} suites are near a change.\n`;
  if (leftOut.length === 0) return near;
  const names = leftOut.slice(0, named).map((suite) => `  ${suite}\n`);
  const more = leftOut.length > named ? `  and ${leftOut.length - named} more\n` : '';
  return `${near}Left out, to answer in half a minute:\n${names.join('')}${more}All of them: npm test -- --changed ${base} --unlimited\n`;
}

/** `--changed [base] [--unlimited]` among the arguments of `npm test`; the rest is Jest's. */
export function readChanged(args) {
  const place = args.indexOf('--changed');
  if (place === -1) return { isAsked: false, rest: args };
  const next = args[place + 1];
  const base = next === undefined || next.startsWith('-') ? undefined : next;
  const others = args.toSpliced(place, base === undefined ? 1 : 2);
  const rest = others.filter((word) => word !== '--unlimited');
  return { isAsked: true, base, isUnlimited: rest.length < others.length, rest };
}
