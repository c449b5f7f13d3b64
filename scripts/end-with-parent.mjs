/**
 * Ends this process with its parent: the shell between npm and this process dies of SIGTERM without
 * passing it on.
 */
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 500);
watch.unref();
