/**
 * Loaded into the service with `--import` by the crash suite. It ends the process with SIGKILL at
 * one chosen commit, so that death comes exactly between two writes of the journal and nothing in
 * the product has to know. `CRASH_AT_COMMIT` counts commits from 1, and with `CRASH_OF=shared` only
 * those in which several transactions are made together (docs/adr/0007); `CRASH_MOMENT` is `before`
 * (what is in the commit is lost) or `after` (it is stored, and nobody has heard of it).
 *
 * Every shared commit leaves a line in the file `CRASH_TALLY`, with the number of transactions in
 * it, and a deadly one says so: the suite proves by it that it kills what it means to kill.
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
/** Transactions that wait for the commit they are in; SQLite only. */
let together = 0;

if (isMainThread && at > 0) {
  watchSqlite(require('better-sqlite3'));
  watchPostgres(require('pg'));
}

/** Whether the commit that is about to be made is the last one. */
function isFatal() {
  const shared = together > 1;
  if (shared || !onlyShared) commits += 1;
  const fatal = commits === at && (shared || !onlyShared);
  if (shared) appendFileSync(tally, `${together} ${fatal ? moment : 'survived'}\n`);
  together = 0;
  return fatal;
}

function watchSqlite(Database) {
  const { prepare } = Database.prototype;
  Database.prototype.prepare = function (sql) {
    const statement = prepare.call(this, sql);
    if (sql === 'RELEASE work') watchRuns(statement, () => void (together += 1));
    if (sql.startsWith('BEGIN')) watchRuns(statement, () => void (together = 0));
    if (sql === 'COMMIT') watchRuns(statement, isFatal);
    return statement;
  };
}

/** Asks before each run of a statement whether the process ends with it. */
function watchRuns(statement, isFatalRun) {
  const { run } = statement;
  statement.run = (...parameters) => {
    const fatal = isFatalRun() === true;
    if (fatal && moment === 'before') die();
    const result = run.apply(statement, parameters);
    if (fatal) die();
    return result;
  };
}

function watchPostgres({ Client }) {
  const { query } = Client.prototype;
  Client.prototype.query = function (...args) {
    const fatal = args[0] === 'COMMIT' && isFatal();
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
