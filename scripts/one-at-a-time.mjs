import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Runs work that no two processes may do at once, such as installing; a second process waits. The
 * lock file has the id of the working process; the lock of a dead process is taken over.
 */
export function oneAtATime(file, work) {
  let told = false;
  while (!take(file)) {
    if (!told) process.stderr.write('Waiting for another command that installs or builds here.\n');
    told = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  try {
    work();
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * True if this process now owns the lock. A link appears with its contents, unlike a written file.
 */
function take(file) {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    removeDead(file);
    return false;
  } finally {
    rmSync(own);
  }
}

/**
 * Removes the lock of a dead process. The file is moved aside first: several processes may find it
 * at once, and a late one must not remove a new lock.
 */
function removeDead(file) {
  if (holderLives(file)) return;
  const aside = `${file}.${process.pid}.aside`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (holderLives(aside)) linkSync(aside, file);
  rmSync(aside);
}

/**
 * True if the owner of the lock lives; also true if the lock is gone, since nothing is to be
 * removed then.
 */
function holderLives(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM' || error.code === 'ENOENT';
  }
}
