/**
 * Who may import whom (docs/architecture.md). Type-only imports count: a wall that only types
 * climb over is still climbed over.
 *
 *   protocol <- platform <- feature modules <- office <- app
 */
const feature =
  '(settings|workspaces|models|memory|skills|tools|plugins|mcp|vendors|conversations|runs)';
const ground = '(settings|workspaces|models|memory|skills|tools)';
const spec = '\\.spec\\.ts$';

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Decorated classes in a cycle break when they load; a third thing wants a name.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circle-of-modules',
      comment: 'Modules use each other in one direction only, even where no two files form a ring.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/[^/]+$' },
      to: { circular: true, path: '^src/[^/]+$' },
    },
    {
      name: 'protocol-imports-nothing',
      comment: 'The vocabulary is plain TypeScript: no framework, no I/O, nothing of the house.',
      severity: 'error',
      from: { path: '^src/protocol/', pathNot: spec },
      to: { pathNot: '^src/protocol/' },
    },
    {
      name: 'platform-knows-no-office',
      comment: 'Plumbing serves every module, so it may know none of them.',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^src/', pathNot: '^src/(platform|protocol)/' },
    },
    {
      name: 'features-look-down',
      comment: 'Office, health and the application are made of the features, never the reverse.',
      severity: 'error',
      from: { path: `^src/${feature}/` },
      to: { path: '^src/', pathNot: `^src/(${feature}|platform|protocol)/` },
    },
    {
      name: 'ground-features-know-no-user',
      comment:
        'Runs, conversations, plugins, mcp and vendors use or fill these modules, which know none of them.',
      severity: 'error',
      from: { path: `^src/${ground}/` },
      to: { path: '^src/(runs|conversations|plugins|mcp|vendors)/' },
    },
    {
      name: 'runs-use-the-ground',
      comment: 'The engine sees tools and models, never where they came from.',
      severity: 'error',
      from: { path: '^src/runs/' },
      to: { path: '^src/(conversations|plugins|mcp|vendors)/' },
    },
    {
      name: 'registrants-know-no-runs',
      comment:
        'Plugins, mcp, vendors and conversations reach a run only through what they register.',
      severity: 'error',
      from: { path: '^src/(conversations|plugins|mcp|vendors)/' },
      to: { path: '^src/runs/' },
    },
    {
      name: 'office-above-features-below-app',
      comment: 'Only the application (and health, which reports on it) may look at the office.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(office/|health/|app\\.|main\\.ts)' },
      to: { path: '^src/(office|health)/' },
    },
    {
      name: 'nobody-imports-the-app',
      comment: 'The application is the top: only its entry point and its tests build it.',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/(main|app\\.[^/]+)\\.ts$|${spec}` },
      to: { path: '^src/(app\\.[^/]+|main)\\.ts$' },
    },
    {
      name: 'insides-stay-inside',
      comment:
        "Another module's service, errors and types are its face; its doors, DTOs and rows are not.",
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: spec },
      to: {
        path: ['/dto/', '/persistence/', '[.](controller|commands|entity)[.]ts$'],
        pathNot: ['^src/$1/', '^src/platform/', '^node_modules/'],
      },
    },
    {
      name: 'the-terminal-client-is-a-client',
      comment:
        'The command line speaks to the service over its doors, like any other client. Routing is a pure function that it applies itself to what the office tells; a plugin is checked and packed where its author is.',
      severity: 'error',
      from: { path: '^src/cli/' },
      to: {
        path: '^src/',
        pathNot: [
          '^src/(cli|protocol)/',
          '^src/platform/(config|text)/',
          '^src/platform/(events/run-id-of|paths/make-directory)',
          '^src/models/(routing/|estimate-complexity|turn-signals|task-class-of|usage)',
          '^src/plugins/(workshop/|host/read-plugin-directory)',
        ],
      },
    },
    {
      name: 'nobody-imports-the-terminal-client',
      comment: 'It is a program of its own beside the service.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'no-barrels',
      comment: 'An index of re-exports hides what a file needs and is where cycles begin.',
      severity: 'error',
      from: { path: '/index[.]ts$', pathNot: 'node_modules' },
      to: {},
    },
    {
      name: 'no-orphans',
      comment: 'A file that nobody uses and that uses nothing is left over (or a hidden barrel).',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: spec },
      to: {},
    },
    {
      name: 'not-to-spec',
      comment: 'A spec tells a story; what two stories share lives in test/support.',
      severity: 'error',
      from: {},
      to: { path: '\\.(spec|e2e-spec)\\.ts$' },
    },
    {
      name: 'product-code-without-test-helpers',
      comment: 'What ships does not lean on what tests it.',
      severity: 'error',
      from: { path: '^src/', pathNot: spec },
      to: { path: '^test/' },
    },
    {
      name: 'product-code-without-dev-dependencies',
      comment: 'The container installs only dependencies.',
      severity: 'error',
      from: { path: '^src/', pathNot: spec },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-unresolvable',
      comment: 'A missing file, or a package that is not in package.json.',
      severity: 'error',
      from: {},
      // The build is not there yet when a clean clone is checked.
      to: { couldNotResolve: true, pathNot: '/dist/' },
    },
    {
      name: 'no-undeclared-packages',
      comment: 'A package that only came along with another one may leave with it.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    // Specs may lean on anything beside them and on test/support; the walls are for the code itself.
    exclude: { path: '^src/.*[.]spec[.]ts$' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
