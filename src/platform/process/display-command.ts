import { isSecretVariable } from './secret-name.js';

const hidden = '***';

/** `--api-key=value` or `API_TOKEN=value`: a name, an equals sign, a value. */
const assignment = /^(-{0,2}[A-Za-z][\w-]*)=./s;
const option = /^-{1,2}[A-Za-z][\w-]*$/;

/**
 * A command line for display only. Values of options and variables whose names suggest credentials
 * are left out.
 */
export function displayCommand(file: string, args: readonly string[]): string {
  return [file, ...args.map((arg, index) => displayArgument(arg, args[index - 1] ?? ''))].join(' ');
}

function displayArgument(arg: string, before: string): string {
  const name = assignment.exec(arg)?.[1];
  if (name !== undefined && namesSecret(name)) return `${name}=${hidden}`;
  return option.test(before) && namesSecret(before) && !arg.startsWith('-') ? hidden : arg;
}

/** Options are judged like variables: `--api-key` like `API_KEY`. */
function namesSecret(name: string): boolean {
  const variable = name.replace(/^-+/, '').replaceAll('-', '_');
  return isSecretVariable(variable);
}
