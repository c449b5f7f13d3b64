import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Runs work that no two processes may do at once, such as installing: a second one waits. The file
 * holds the id of the process at work; what one left that died meanwhile is taken over.
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

/** Whether the file is ours now. A link appears with its contents, unlike a file that is written. */
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
 * Removes the file of a process that died. It is moved aside first: several may judge it at once, and
 * one that judges late must not remove what the first has put in its place.
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

/** Also where there is no file any more: then there is nothing to remove. */
function holderLives(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM' || error.code === 'ENOENT';
  }
}
