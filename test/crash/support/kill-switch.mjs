/**
 * Loaded into the service with `--import` by the crash suite. It ends the process with SIGKILL at
 * one chosen commit, so that death comes exactly between two writes of the journal and nothing in
 * the product has to know. `CRASH_AT_COMMIT` counts commits from 1; `CRASH_MOMENT` is `before` (the
 * transaction is lost) or `after` (it is stored, and nobody has heard of it).
 */
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const at = Number(process.env.CRASH_AT_COMMIT);
const moment = process.env.CRASH_MOMENT;
const require = createRequire(import.meta.url);
let commits = 0;

if (isMainThread && at > 0) {
  watchSqlite(require('better-sqlite3'));
  watchPostgres(require('pg'));
}

function watchSqlite(Database) {
  const { prepare } = Database.prototype;
  Database.prototype.prepare = function (sql) {
    const statement = prepare.call(this, sql);
    if (sql !== 'COMMIT') return statement;
    const { run } = statement;
    statement.run = (...parameters) => {
      const fatal = ++commits === at;
      if (fatal && moment === 'before') die();
      const result = run.apply(statement, parameters);
      if (fatal) die();
      return result;
    };
    return statement;
  };
}

function watchPostgres({ Client }) {
  const { query } = Client.prototype;
  Client.prototype.query = function (...args) {
    const fatal = args[0] === 'COMMIT' && ++commits === at;
    if (fatal && moment === 'before') die();
    if (!fatal) return query.apply(this, args);
    const [text, values, callback] = args;
    const done = typeof values === 'function' ? values : callback;
    if (done === undefined) return query.call(this, text).then(die);
    return query.call(this, text, die);
  };
}

function die() {
  process.kill(process.pid, 'SIGKILL');
}
