/**
 * Exits with 0 when the service in this container says it is well, with 1 and the reason
 * otherwise. Asks the address that the service itself is told to bind.
 */
const { HOST = '', PORT, OFFICE_API_TOKEN } = process.env;
const url = `http://${reachable(HOST.trim())}:${PORT || 8787}/api/health`;
const headers = OFFICE_API_TOKEN ? { authorization: `Bearer ${OFFICE_API_TOKEN}` } : {};

try {
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(4000) });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  if ((await answer.json()).ok !== true) throw new Error('the service says it is not well');
} catch (error) {
  console.error(`${url}: ${error.cause?.message ?? error.message}`);
  process.exitCode = 1;
}

/** "Every address" can be bound but not called. */
function reachable(host) {
  if (['', '0.0.0.0', '::'].includes(host)) return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
