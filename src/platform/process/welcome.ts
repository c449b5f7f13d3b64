import type { OfficeConfig } from '../config/office-config.js';
import type { BootReport } from './boot-report.js';
import { serviceVersion } from './service-version.js';

export interface WelcomeFacts {
  /** Where clients reach the service. */
  readonly address: string;
  readonly config: OfficeConfig;
  /** State of persistence, as in `GET /api/health`. */
  readonly store: string;
}

/** What the service prints once it listens: what it is, how it stands, what to try next. */
export function renderWelcome(
  report: BootReport,
  { address, config, store }: WelcomeFacts,
): string {
  report.add('listening', () => `${address}  (socket ${address.replace('http', 'ws')}/ws)`);
  report.add('mode', () => `${config.llm.mode}: ${config.llm.reason}`);
  report.add('providers', () => configuredProviders(config));
  report.add('discovery', () => (config.discovery.enabled ? 'on' : 'off'));
  report.add('workspace', () => config.defaultWorkspacePath);
  report.add('store', () => store);
  report.add('.env', () => `${config.envFile.applied} variable(s) applied`);
  return [
    '',
    `Office Orchestration Service ${serviceVersion}`,
    '',
    ...report.render().map((line) => `  ${line}`),
    '',
    'Try next',
    '',
    `  ${address}/   the office at work, in your browser`,
    '  npm run brief -- "Build a todo list"   commission a run and follow it here',
    `  ${address}/docs   every operation, ready to try`,
    '',
    '',
  ].join('\n');
}

function configuredProviders({ providers }: OfficeConfig): string {
  const ids = providers.filter(({ configured }) => configured).map(({ id }) => id);
  return ids.join(', ') || 'none configured';
}
