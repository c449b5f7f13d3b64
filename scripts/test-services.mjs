/**
 * Finds the services that some suites need. A suite reads its address from the environment and is
 * skipped without it; missing services are reported once, before the tests begin. With CI=true a
 * missing service is an error.
 */
import { connect } from 'node:net';

const known = [
  {
    name: 'PostgreSQL',
    variable: 'OFFICE_TEST_POSTGRES_URL',
    url: 'postgres://postgres@127.0.0.1:5432/test',
    answers: postgresAnswers,
  },
  {
    name: 'Redis',
    variable: 'OFFICE_TEST_REDIS_URL',
    url: 'redis://127.0.0.1:6379',
    answers: redisAnswers,
  },
];

/**
 * Addresses of services found here, as environment variables; a variable that is set stays.
 * @throws with CI=true if one does not answer
 */
export async function findTestServices(environment, services = known) {
  const found = {};
  for (const { name, variable, url, answers } of services) {
    if (environment[variable]) continue;
    const problem = await answers(new URL(url)).then(
      () => undefined,
      (error) => error.message || error.code,
    );
    if (problem === undefined) found[variable] = url;
    else report(name, `${url} does not serve (${problem}).`, environment);
  }
  return found;
}

/** True if a login succeeds: a server that asks for an unknown password cannot be used. */
async function postgresAnswers(url) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  await client.connect();
  await client.end();
}

function redisAnswers(url) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: url.hostname, port: Number(url.port), timeout: 2000 });
    socket.on('connect', () => socket.write('PING\r\n'));
    socket.on('timeout', () => socket.destroy(new Error('no answer')));
    socket.on('error', reject);
    socket.on('data', (answer) => {
      socket.destroy();
      const text = answer.toString().trim();
      if (text === '+PONG') resolve();
      else reject(new Error(text));
    });
  });
}

function report(name, problem, environment) {
  if (environment.CI === 'true') throw new Error(`CI needs ${name}: ${problem}`);
  process.stderr.write(`Suites on ${name} are SKIPPED: ${problem}\n`);
}
