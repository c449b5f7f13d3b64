/**
 * Which module may import which (docs/architecture.md). Type-only imports count too.
 *
 *    protocol <- platform <- feature modules <- office, doors <- app
 */
const feature =
  '(settings|workspaces|models|memory|skills|tools|plugins|mcp|vendors|conversations|runs)';
const ground = '(settings|workspaces|models|memory|skills|tools)';
const spec = '\\.spec\\.ts$';

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Decorated classes in a cycle break when they load; extract a third file.',
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
      comment: 'The vocabulary is plain TypeScript: no framework, no I/O, no other module.',
      severity: 'error',
      from: { path: '^src/protocol/', pathNot: spec },
      to: { pathNot: '^src/protocol/' },
    },
    {
      name: 'client-imports-protocol-only',
      comment:
        'It runs in browsers and in programs of other people: no package, no module of Node, nothing of the server.',
      severity: 'error',
      from: { path: '^src/client/', pathNot: spec },
      to: { pathNot: '^src/(client|protocol)/' },
    },
    {
      name: 'service-imports-no-client',
      comment: 'It is for those who talk to the service from outside.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(client|cli)/' },
      to: { path: '^src/client/' },
    },
    {
      name: 'platform-imports-no-feature',
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
      name: 'doors-above-features-below-app',
      comment: 'A door translates what others speak into calls of services; nothing needs a door.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(doors/|app[.]|entities[.])' },
      to: { path: '^src/doors/' },
    },
    {
      name: 'doors-look-down',
      comment:
        'A door decides nothing: it knows the features, and neither office nor command line.',
      severity: 'error',
      from: { path: '^src/doors/' },
      to: { path: '^src/', pathNot: `^src/(doors|${feature}|platform|protocol)/` },
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
      name: 'telemetry-libraries-behind-the-door',
      comment:
        'Whoever does the work tells `Observations`; the libraries that count and trace it load after the boot.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/observability/' },
      to: { path: '^node_modules/(prom-client|@opentelemetry)/' },
    },
    {
      name: 'office-above-features-below-app',
      comment: 'Only the application (and health, which reports on it) may look at the office.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(office/|health/|observability/|app\\.|main\\.ts)' },
      to: { path: '^src/(office|health|observability)/' },
    },
    {
      name: 'app-is-not-imported',
      comment: 'The application is the top: only its entry point and its tests build it.',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/(main|app\\.[^/]+)\\.ts$|${spec}` },
      to: { path: '^src/(app\\.[^/]+|main)\\.ts$' },
    },
    {
      name: 'internals-are-private',
      comment:
        "Another module's service, errors and types are its face; its doors, DTOs and rows are not.",
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: spec },
      to: {
        path: ['/dto/', '[.](controller|commands|dto|entity|entities|repository)[.]ts$'],
        pathNot: ['^src/$1/', '^src/platform/', '^node_modules/'],
      },
    },
    {
      name: 'routing-is-pure',
      comment: 'A route follows from its arguments: no calls, no signals, no state of the service.',
      severity: 'error',
      from: { path: '^src/models/routing/' },
      to: {
        path: '^src/',
        pathNot:
          '^src/(protocol/|platform/errors/|models/(routing/|catalogue/(stated-prices|tiers|model-key|plain-values)[.]))',
      },
    },
    {
      name: 'foreign-json-is-read-by-schemas',
      comment:
        'JSON of files, providers and servers is read with zod. By hand only what a client sends and is refused in an exact text, in an order.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot:
          '^src/models/(routing/validate-model-policy|catalogue/(validate-model-overrides|discovery/model-list))[.]ts$',
      },
      to: { path: '^src/models/catalogue/plain-values[.]ts$' },
    },
    {
      name: 'providers-and-gateway-know-no-choice',
      comment: 'Calls are made as routed: neither what chooses a model nor what is learned of it.',
      severity: 'error',
      from: { path: '^src/models/(providers|gateway)/' },
      to: { path: '^src/models/(routing|signals)/' },
    },
    {
      name: 'signals-make-no-calls',
      comment: 'Opinions on models are gathered beside the calls, and routing reads them as data.',
      severity: 'error',
      from: { path: '^src/models/signals/' },
      to: { path: '^src/models/(gateway|routing)/' },
    },
    {
      name: 'catalogue-is-data',
      comment: 'What models there are depends neither on calls nor on the choice among them.',
      severity: 'error',
      from: { path: '^src/models/catalogue/' },
      to: { path: '^src/models/(gateway|routing)/' },
    },
    {
      name: 'steps-own-the-journal',
      comment:
        'Rows of the journal are read and written by `StepStore` alone; session and commit only carry steps.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: `^src/runs/engine/(journal/(run-steps|journal)[.]|engine[.]module[.]ts)|${spec}`,
      },
      to: { path: '^src/runs/engine/journal/journal[.]repository' },
    },
    {
      name: 'steps-are-memoised-through-one-class',
      comment: 'Everything else asks `Steps`; what it holds is carried by session and commit.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: `^src/runs/engine/(journal/(?!handover[.])|engine[.]module[.]ts)|${spec}`,
      },
      to: { path: '^src/runs/engine/journal/run-steps[.]ts$' },
    },
    {
      name: 'cli-is-a-client',
      comment:
        'The command line speaks to the service over HTTP and socket, like any other client. Routing is a pure function that it applies itself to what the office answers; a plugin is checked and packed where its author is, commands are compared without their filters, providers are examined with the keys of whoever asks.',
      severity: 'error',
      from: { path: '^src/cli/' },
      to: {
        path: '^src/',
        pathNot: [
          '^src/(cli|client|protocol)/',
          '^src/platform/(config|text)/',
          '^src/platform/paths/make-directory',
          '^src/platform/process/service-version',
          '^src/platform/net/outgoing-proxies',
          '^src/models/(routing/|doctor/|gateway/usage|providers/provider-definition)',
          '^src/plugins/(workshop/|host/read-plugin-directory)',
          '^src/tools/shell/output-filters',
        ],
      },
    },
    {
      name: 'cli-is-not-imported',
      comment: 'It is a program of its own beside the service.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'state-is-projected',
      comment:
        'State in memory is a Projection of committed events. The bus is for effects, and these have some: sockets and frames, promises of those who wait, timers, plugins, deltas, live connections, keys, runs at work.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '^src/platform/(database|events|fleet|socket)/',
          '^src/office/office-broadcaster[.]ts$',
          '^src/doors/(mcp/|outbox/event-tail[.])',
          '^src/runs/(approvals/approval|submit/(steering|cancellation)|engine/turn/lifecycle/model-calls[.]|queue/((shared-)?turn-slots|run-dispatcher)[.])',
          '^src/runs/changes/decided-deliveries[.]ts$',
          '^src/plugins/(isolation/|workshop/|host/plugin-(loader|follower))',
          '^src/(mcp/mcp|vendors/vendors|models/measurements)[.]service[.]ts$',
          '^src/models/(background-lookups|provider-probes|provider-keys/provider-keys[.]service|gateway/shared-rate-limits)[.]ts$',
        ],
      },
      to: { path: '^src/platform/events/(event-bus|office-listener)[.]ts$' },
    },
    {
      name: 'decisions-read-rows',
      comment:
        'A projection may be behind what another replica has committed. It is for showing; what decides reads rows in its transaction. Where there is no row (plugins, tools, models), the process first receives all events (`ReceivedEvents`).',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          // What clients, health and metrics show.
          '^src/(office|doors)/',
          '^src/settings/(settings[.](controller|module)|configuration-warnings)[.]ts$',
          '^src/workspaces/(shown-floors|employees/shown-employees|workspaces[.]module)[.]ts$',
          // Names and rooms for events about employees.
          '^src/workspaces/employees/employees[.]service[.]ts$',
          '^src/memory/memory[.]module[.]ts$',
          '^src/runs/(history/(runs[.]service|history[.]module)|queue/(health-counts|work-gauges))[.]ts$',
          // Works in one process without others, where nothing can be behind.
          '^src/runs/queue/turn-slots[.]ts$',
          // A request is admitted by what this replica knows of tokens (ADR 36).
          '^src/doors/tokens/(access[.]controller|tokens[.](module|service))[.]ts$',
          // What a provider said about a model; no other module has it.
          '^src/models/(call-lessons|models[.]module)[.]ts$',
        ],
      },
      to: { path: '(-projection|/pending-approvals)[.]ts$' },
    },
    {
      name: 'what-is-shown-decides-nothing',
      comment:
        'What is shown of floors, their people and runs may be behind; decisions ask `WorkspacesService`, `RunFigures` and `RunsRepository`.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '^src/(office|health|observability|doors)/',
          '^src/workspaces/(floor-views|(floors/floors|files/floor-files)[.]controller|workspaces[.]module)[.]ts$',
          '^src/runs/(history/(run-projection|history[.]module)|submit/runs[.](controller|commands)|queue/queue[.]module)[.]ts$',
        ],
      },
      to: {
        path: '^src/(workspaces/(shown-[^/]+|floor-views|employees/shown-employees)|runs/(history/runs[.]service|queue/(health-counts|work-gauges)))[.]ts$',
      },
    },
    {
      name: 'projections-are-named-so',
      comment: 'The rules about projections know them by the names of their files.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '-projection[.]ts$',
          '^src/runs/approvals/pending-approvals[.]ts$',
          '^src/plugins/host/plugin-store[.]ts$',
        ],
      },
      to: { path: '^src/platform/events/projection[.]ts$' },
    },
    {
      name: 'plugin-decisions-are-heard-first',
      comment:
        'Whoever changes plugins, or describes them, does so through the host, which hears all events first.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot:
          '^src/plugins/(host/plugin-(host|announcer|follower)|marketplace/marketplaces|plugins[.]module)[.]ts$',
      },
      to: { path: '^src/plugins/host/plugin-store[.]ts$' },
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
      from: { orphan: true, path: '^src/', pathNot: [spec, '\\.d\\.ts$'] },
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
      // A clean clone has no build yet.
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
    // Specs may import anything beside them and test/support; the rules are for the code.
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
