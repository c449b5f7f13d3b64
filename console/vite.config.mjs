import { defineConfig } from 'vite';

const { HOST: host = '127.0.0.1', PORT: port = '8787' } = process.env;
const service = `http://${host}:${port}`;
/** The page is the office's own: its host is the one that the service is asked under. */
const passedOn = { target: service, changeOrigin: false };

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
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': passedOn, '/docs': passedOn, '/ws': { ...passedOn, ws: true } },
  },
});
