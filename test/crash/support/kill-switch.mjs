/**
 * Loaded into the service with `--import` by the crash suite. It ends the process with SIGKILL at
 * one chosen commit, so that death comes exactly between two writes of the journal and nothing in
 * the product has to know. `CRASH_AT_COMMIT` counts commits from 1, and with `CRASH_OF=shared` only
 * those in which several runs are written together (docs/decisions/0007); `CRASH_MOMENT` is `before`
 * (what is in the commit is lost) or `after` (it is stored and not announced).
 *
 * Every shared commit leaves a line in the file `CRASH_TALLY`, with the number of runs in it,
 * and a deadly one says so: the suite proves by it that it kills what it means to kill.
 */
import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const at = Number(process.env.CRASH_AT_COMMIT);
const onlyShared = process.env.CRASH_OF === 'shared';
const moment = process.env.CRASH_MOMENT;
const tally = process.env.CRASH_TALLY;
const require = createRequire(import.meta.url);
/** Commits of the counted kind so far. */
let commits = 0;
/** Runs written since a connection began its transaction: each proves its lease before it writes. */
const together = new WeakMap();
const provesLease = 'UPDATE run_leases SET fence = fence,';

if (isMainThread && at > 0) {
  watchSqlite(require('better-sqlite3'));
  watchPostgres(require('pg'));
}

/** Whether the commit that the connection is about to make is the last one. */
function isFatal(connection) {
  const runs = together.get(connection)?.size ?? 0;
  const shared = runs > 1;
  if (shared || !onlyShared) commits += 1;
  const fatal = commits === at && (shared || !onlyShared);
  if (shared) appendFileSync(tally, `${runs} ${fatal ? moment : 'survived'}\n`);
  return fatal;
}

function watchSqlite(Database) {
  const { prepare } = Database.prototype;
  Database.prototype.prepare = function (sql) {
    const statement = prepare.call(this, sql);
    if (sql.startsWith('BEGIN')) watchCalls(statement, 'run', () => begin(this));
    if (sql.startsWith(provesLease)) {
      watchCalls(statement, 'all', (runId) => together.get(this)?.add(runId));
    }
    if (sql === 'COMMIT') dieInCommit(this, statement);
    return statement;
  };
}

function begin(connection) {
  together.set(connection, new Set());
}

function watchCalls(statement, method, watch) {
  const original = statement[method];
  statement[method] = (...parameters) => {
    watch(...parameters);
    return original.apply(statement, parameters);
  };
}

function dieInCommit(connection, statement) {
  const { run } = statement;
  statement.run = (...parameters) => {
    const fatal = isFatal(connection);
    if (fatal && moment === 'before') die();
    const result = run.apply(statement, parameters);
    if (fatal) die();
    return result;
  };
}

function watchPostgres({ Client }) {
  const { query } = Client.prototype;
  Client.prototype.query = function (...args) {
    const [statement] = args;
    if (statement === 'BEGIN') begin(this);
    if (statement?.text?.startsWith(provesLease)) together.get(this)?.add(statement.values[0]);
    const fatal = statement === 'COMMIT' && isFatal(this);
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
