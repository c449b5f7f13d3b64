/**
 * Exits with 0 if the service in this container is ready, otherwise with 1 and the reason. Asks the
 * address that the service binds; a probe needs no token.
 */
const { HOST = '', PORT } = process.env;
const url = `http://${reachable(HOST.trim())}:${PORT || 8787}/readyz`;

try {
  const answer = await fetch(url, { signal: AbortSignal.timeout(4000) });
  if (!answer.ok) throw new Error(`HTTP ${answer.status} ${await answer.text()}`);
  if ((await answer.json()).ok !== true) throw new Error('the service says it is not ready');
} catch (error) {
  console.error(`${url}: ${error.cause?.message ?? error.message}`);
  process.exitCode = 1;
}

/** The address to call: "every address" (0.0.0.0) can be bound but not called. */
function reachable(host) {
  if (['', '0.0.0.0', '::'].includes(host)) return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
