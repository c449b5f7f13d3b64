import type { OfficeConfig } from '../config/office-config.js';
import type { BootReport } from './boot-report.js';
import { serviceVersion } from './service-version.js';

export interface WelcomeFacts {
  /** Where clients reach the service. */
  readonly address: string;
  readonly config: OfficeConfig;
  /** State of persistence, as `GET /api/health` tells it. */
  readonly store: string;
}

/** What the service prints once it listens: what it is, how it stands, what to try next. */
export function renderWelcome(
  report: BootReport,
  { address, config, store }: WelcomeFacts,
): string {
  report.tell('listening', () => `${address}  (socket ${address.replace('http', 'ws')}/ws)`);
  report.tell('mode', () => `${config.llm.mode}: ${config.llm.reason}`);
  report.tell('providers', () => configuredProviders(config));
  report.tell('discovery', () => (config.discovery.enabled ? 'on' : 'off'));
  report.tell('workspace', () => config.defaultWorkspacePath);
  report.tell('store', () => store);
  report.tell('.env', () => `${config.envFile.applied} variable(s) applied`);
  return [
    '',
    `Office Orchestration Service ${serviceVersion}`,
    '',
    ...report.render().map((line) => `  ${line}`),
    '',
    'Try next',
    '',
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
