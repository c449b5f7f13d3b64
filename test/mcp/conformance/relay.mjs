// The program that the conformance suite starts as "the client": hands the work to the test.
const [test, url] = process.argv.slice(2);
const { MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_CONTEXT: context = '{}' } = process.env;
const body = JSON.stringify({ scenario, url, context: JSON.parse(context) });
const response = await fetch(test, { method: 'POST', body });
process.stdout.write(await response.text());
process.exitCode = response.ok ? 0 : 1;
