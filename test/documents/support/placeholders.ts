/** What a reader puts in the place of each placeholder. */
const placeholders: Readonly<Record<string, string>> = {
  '<channel>': 'lts',
  '<class>': 'coding',
  '<command>': 'runs',
  '<directory>': '../word-count',
  '<floor>': 'default',
  '<id>': 'cto',
  '<n>': '3',
  '<name>': 'ada',
  '<posture>': 'cheap',
  '<run>': 'run_1a2b',
  '<run id>': 'run_1a2b',
  '<runId>': 'run_1a2b',
  '<text>': 'Dates are ISO 8601',
  '<the workspace>': 'workspace',
  '<provider>': 'anthropic',
  '<what you want done>': 'Build a todo list',
};

/** The script with every placeholder filled, and with all that it says may be left out. */
export function filled(script: string): string {
  return script
    .replace('plugin -- <command>', 'plugin -- check')
    .replace(/ \[options\]/g, '')
    .replace(/ \[(-- [^\]]*|--[^\]]*)\]/g, ' $1')
    .replace(/(?<=["\s/v])<[a-z][\w ]*>/gi, (found) => placeholders[found] ?? found);
}
