import { checkPlugin, type PluginReport } from '../plugins/workshop/check-plugin.js';
import { loadEnvironment } from '../platform/config/load-config.js';
import { processSource } from '../platform/config/read-environment.js';
import { demandDirectory } from './directories.js';
import { proxiesIn } from './use-proxies.js';
import { printable } from './printable.js';

interface CheckOutcome {
  readonly ok: boolean;
  readonly lines: readonly string[];
}

/**
 * Checks a plugin as the office would, and prints the findings.
 * @throws Error if there is no directory
 */
export async function reportOnPlugin(directory: string): Promise<CheckOutcome> {
  await demandDirectory(directory);
  const proxies = proxiesIn(loadEnvironment(processSource()));
  const report = await checkPlugin(directory, proxies);
  return { ok: report.problems.length === 0, lines: linesOf(report).map(printable) };
}

function linesOf({ manifest, problems, warnings, tools, log }: PluginReport): readonly string[] {
  const verdict =
    problems.length === 0 ? 'The office would load it.' : `${problems.length} problem(s).`;
  return [
    ...(manifest === null ? [] : [`${manifest.id} ${manifest.version}: ${manifest.description}`]),
    ...(manifest === null ? [] : [`permissions: ${manifest.permissions?.join(', ') ?? '(none)'}`]),
    ...tools.map((name) => `tool: ${name}`),
    ...log.map((line) => `log: ${line}`),
    ...warnings.map((warning) => `warning: ${warning}`),
    ...problems.map((problem) => `problem: ${problem}`),
    verdict,
  ];
}
