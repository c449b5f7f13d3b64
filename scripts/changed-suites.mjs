/**
 * `npm test -- --changed [base]`: the suites that a change since the base can affect, nearest
 * first, so few that they take half a minute. A unit spec is found by its imports. Every e2e suite
 * imports the whole application; one is taken if it or a test-only import changed, or if its folder
 * is about the area of the change.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readDurations } from './test-durations.mjs';

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

/** How long a suite takes that has not run here yet, ms. */
const unknownMs = { unit: 300, e2e: 4000 };

/**
 * Selects the suites for these changed files.
 *
 * @param imports for each code file, the files that it imports values from
 * @param atMost maximum duration of all suites of a kind, ms; `leftOut` counts the others
 * @param durations of suites in their last run here, ms
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
  const suites = Object.entries({ unit, e2e }).flatMap(([kind, found]) =>
    within(atMost[kind], found, (suite) =>
      changed.includes(suite) ? 0 : (durations[suite] ?? unknownMs[kind]),
    ),
  );
  return { suites, leftOut: unit.length + e2e.length - suites.length };
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

/** Maps each code file of the checkout to the files that it imports values from. */
export function readImports(root) {
  const files = globSync(['{src,test,bench}/**/*.{ts,mjs}', 'console/src/**/*.{ts,tsx}'], {
    cwd: root,
    exclude: ['bench/evals/tasks/**'],
  });
  const known = new Set(files);
  return new Map(files.map((file) => [file, importsOf(root, file, known)]));
}

const statement = /^(?:import|export) (?!type )[^;']*?'([.#][^']+)';$|\bimport\('([.#][^']+)'\)/gm;

function importsOf(root, file, known) {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(statement)].map(([, one, other]) => resolved(file, one ?? other, known));
}

/** The file of an import; for a deleted one, its former path. */
function resolved(file, name, known) {
  const path = name.startsWith('#')
    ? name.replace(/^#(?!test\/)/, 'src/').replace('#', '')
    : join(dirname(file), name);
  if (known.has(path)) return path;
  const source = path.replace(/\.js$/, '.ts');
  return known.has(`${source}x`) ? `${source}x` : source;
}

/** The files of this checkout that differ from the base, new and deleted ones included. */
export function changedFiles(root, base) {
  const differing = git(root, 'diff', '--name-only', '--no-renames', base, '--');
  return [...differing, ...git(root, 'ls-files', '--others', '--exclude-standard')];
}

/** The commit where this branch left `main`; on `main`, the commit before the last one. */
export function defaultBase(root) {
  const [head] = git(root, 'rev-parse', 'HEAD');
  const main = ['main', 'origin/main'].find((name) => commitOf(root, name) !== undefined);
  const [left] = main === undefined ? [] : git(root, 'merge-base', 'HEAD', main);
  if (left !== undefined && left !== head) return left;
  return commitOf(root, 'HEAD~1') ?? head;
}

function commitOf(root, name) {
  try {
    return git(root, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`)[0];
  } catch {
    return undefined;
  }
}

/** Runs git and returns its output by lines. @throws with git's error */
function git(root, ...args) {
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
  return execFileSync('git', args, options)
    .split('\n')
    .filter((line) => line !== '');
}

/** Durations of suites, ms: half a minute with three workers on two cores, most of it for e2e. */
const atMost = { unit: 12_000, e2e: 28_000 };

/** The suites to run for the changes since `base`. @throws if git does not know the base */
export function changedSuites(root, base = defaultBase(root)) {
  const changed = changedFiles(root, base);
  return { base, ...suitesFor(changed, readImports(root), atMost, readDurations()) };
}

/** Folders whose suites use the page or the client's package. */
const usesPackages = /^test\/(?:cli|client|console|container|documents|platform|plugins|scripts)\//;

/** What has to be built for these suites, as `prepare` knows it. */
export function buildFor(suites) {
  return suites.some((suite) => usesPackages.test(suite)) ? 'everything' : 'service';
}

/** `--changed [base]` among the arguments of `npm test`; the rest is Jest's. */
export function readChanged(args) {
  const place = args.indexOf('--changed');
  if (place === -1) return { isAsked: false, base: undefined, rest: args };
  const next = args[place + 1];
  const base = next === undefined || next.startsWith('-') ? undefined : next;
  const rest = args.toSpliced(place, base === undefined ? 1 : 2);
  return { isAsked: true, base, rest };
}
