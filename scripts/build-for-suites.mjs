/** Which build the suites of a test run need. */

/** Folders whose suites use the page or the client's package. */
const usesPackages = /^test\/(?:cli|client|console|container|documents|platform|plugins|scripts)\//;

/** Words of a suite that starts a built program or opens the page. */
const usesPrograms =
  /\bdist\/(?:main|cli|client|console)\b|'dist'|\/(?:run|office)\.mjs'|'playwright-core'/;

/** What has to be built for these suites, as `prepare` knows it. */
export function buildFor(suites, imports, textOf) {
  const onPrograms = suites.filter((suite) =>
    testFilesOf(suite, imports).some((file) => usesPrograms.test(textOf(file))),
  );
  if (onPrograms.length === 0) return 'files';
  return onPrograms.some((suite) => usesPackages.test(suite)) ? 'everything' : 'service';
}

/** The suite and the files of test/ that it imports. */
function testFilesOf(suite, imports) {
  const found = new Set([suite]);
  for (const file of found) {
    for (const target of imports.get(file)) {
      if (target.startsWith('test/') && imports.has(target)) found.add(target);
    }
  }
  return [...found];
}
