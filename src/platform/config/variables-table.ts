import { ruleTexts } from '../../protocol/texts/configuration.js';
import { settingOf, variables, type VariableName } from './variables.js';

/**
 * The table of docs/configuration.md: every variable with its rule, its default and the effect of a
 * faulty value.
 */
export function variablesTable(): string {
  const rows = Object.entries(variables).map(([name, { rule, fallback, vital, ...kind }]) => {
    const unclear = 'unclear' in kind ? kind.unclear : undefined;
    const used = unclear === undefined ? 'the default' : `\`${unclear}\``;
    const setting = settingOf[name as VariableName];
    const otherwise = vital
      ? 'the boot ends'
      : setting === undefined
        ? used
        : `\`${setting}\` as saved`;
    return [
      `\`${name}\``,
      asValue(rule),
      fallback === '' ? ruleTexts.nothing : `\`${fallback}\``,
      otherwise,
    ];
  });
  const head = ['Variable', 'Value', 'Default', 'Otherwise'];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}

/** Turns `must be true or false` into `true or false`. */
function asValue(rule: string): string {
  return rule
    .replace(/^must be /, '')
    .replace(/^must list /, 'a list of ')
    .replace(/, or be none$/, ', or none');
}
