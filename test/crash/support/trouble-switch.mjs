/**
 * Loaded into the service with `--import` by the crash suite. It makes trouble when the suite tells
 * it to over the channel between the two processes, and answers once the trouble has begun. With
 * `CLOCK_SKEW_MS` the clock of the process is wrong by so much, in all of its threads. The product has
 * to know nothing of it.
 */
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const require = createRequire(import.meta.url);
/** SQLite connections of the main thread that have written. */
const connections = new Set();
let atCommit = () => {};

const skewMs = Number(process.env.CLOCK_SKEW_MS ?? 0);
if (skewMs !== 0) {
  const { now } = Date;
  Date.now = () => now() + skewMs;
}

const orders = {
  'fill disk': () => connections.forEach((open) => open.pragma('max_page_count = 1')),
  'free disk': () => connections.forEach((open) => open.pragma('max_page_count = 1000000')),
  block: ({ ms }) => setImmediate(block, ms),
  'block at commit': ({ ms }) => once(() => block(ms)),
  'freeze at commit': () => once(() => process.kill(process.pid, 'SIGSTOP')),
};

if (isMainThread) {
  watchSqlite(require('better-sqlite3'));
  watchPostgres(require('pg'));
  process.on('message', (trouble) => {
    orders[trouble.order](trouble);
    process.send('begun');
  });
  process.channel.unref();
}

function block(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function once(trouble) {
  atCommit = () => {
    atCommit = () => {};
    trouble();
  };
}

function watchSqlite(Database) {
  const { prepare } = Database.prototype;
  Database.prototype.prepare = function (sql) {
    const statement = prepare.call(this, sql);
    if (sql !== 'COMMIT') return statement;
    connections.add(this);
    const { run } = statement;
    statement.run = (...parameters) => {
      atCommit();
      return run.apply(statement, parameters);
    };
    return statement;
  };
}

function watchPostgres({ Client }) {
  const { query } = Client.prototype;
  Client.prototype.query = function (...args) {
    if (args[0] === 'COMMIT') atCommit();
    return query.apply(this, args);
  };
}
