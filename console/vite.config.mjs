import { defineConfig } from 'vite';

const { HOST: host = '127.0.0.1', PORT: port = '8787' } = process.env;
const service = `http://${host}:${port}`;
/** The page is the office's own: its host is the one that the service is asked under. */
const passedOn = { target: service, changeOrigin: false, ws: true };
/** All addresses but the page, its sources, and those of Vite, which begin with `@` or `__`. */
const notOfPage = String.raw`^/(?!$|\?|index\.html|src/|node_modules/|@|__)`;

const own = String.raw`/console/src/`;

/**
 * What several pages share is one file, and so is the drawing of the floor: each file costs a
 * request with a kilobyte of headers. The field for a brief comes before the drawing.
 */
const groups = [
  {
    name: 'drawing',
    test: new RegExp(`${own}floor/(?!floor-page|feed|inspector|status\\.ts|floor\\.css)`),
    includeDependenciesRecursively: false,
  },
  {
    name: 'shared',
    test: new RegExp(
      `(${own}(app/(?!floors|keys-dialog|save-file|copy-text|address-state)|floor/(status\\.ts|floor\\.css)|start/(?!provider-keys|ceiling-field)|runs/(stage|run-status)|approvals/(?!approval-card|docked-request|use-answer-keys|kind-names|use-uncovered))|${own}ui/(?!amount-field|markdown|growing|tabs|dialog|use-dialog|confirm|form|done-row|copied-once|long-text|text-parts|bars|menu-list|choice-list|elsewhere|take-by-enter|use-settled|use-same-list|failure)|/src/client/|/src/protocol/(?!texts/(vendors|routing|checks|runs|models)|rules/(who-acts|readable-patch|check-states|decider-of|retry-stages|run-search|word-stem|search-terms|pick-pipeline|asks-for-decision|is-wanted|why-ended))|rolldown.runtime)`,
    ),
    minShareCount: 2,
  },
  // What opens below a button is one file, which is asked for when somebody is about to open it.
  { name: 'lists', test: new RegExp(`${own}ui/(menu-list|choice-list)`) },
];

/** Everything the page needs becomes a file under assets/: nothing is inline, nothing is remote. */
export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that the page works under whatever path a proxy has it.
  base: './',
  publicDir: false,
  // As in package.json of the service, and in tsconfig.json.
  resolve: {
    alias: [
      {
        find: /^#(client|models|protocol)\/(.*)\.js$/,
        replacement: `${import.meta.dirname}/../src/$1/$2.ts`,
      },
    ],
  },
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    reportCompressedSize: false,
    rolldownOptions: {
      // The service worker keeps its name and place, because browsers look there for a newer one.
      input: {
        index: `${import.meta.dirname}/index.html`,
        'service-worker': `${import.meta.dirname}/src/push/service-worker.ts`,
      },
      output: {
        codeSplitting: { groups },
        entryFileNames: ({ name }) =>
          name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js',
      },
      // What the service and the page share only declares; the unused part is left out.
      treeshake: { moduleSideEffects: (id) => !/\/src\/(client|protocol|models)\//.test(id) },
    },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { [notOfPage]: passedOn },
  },
});
