import { existsSync } from 'node:fs';
import type { OfficeConfig } from '../config/office-config.js';
import type { BootReport } from './boot-report.js';
import { serviceVersion } from './service-version.js';

interface WelcomeFacts {
  /** URL of the service for clients. */
  readonly address: string;
  readonly config: OfficeConfig;
  /** State of persistence, as in `GET /api/health`. */
  readonly store: string;
}

/** Exists in a checkout only; an image contains just the build. */
const scripts = new URL('../../../scripts/run.mjs', import.meta.url);

/** The address that the command line uses by default. */
const usualAddress = 'http://127.0.0.1:8787';

/** The command that submits a brief to this service from a second terminal. */
export function briefCommand(address: string, isCheckout: boolean): string {
  const program = isCheckout ? 'npm run brief --' : 'node dist/cli/brief.js';
  const reached = address.replace(/\/\/(?:0\.0\.0\.0|\[::\])(?=:)/, '//127.0.0.1');
  const place = reached === usualAddress ? '' : ` --url ${reached}`;
  return `${program} "Build a todo list"${place}`;
}

/** The text printed once the service listens: version, state, what to try next. */
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
    `  ${briefCommand(address, existsSync(scripts))}   commission a run and follow it here`,
    `  ${address}/docs   every operation, ready to try`,
    '',
    '',
  ].join('\n');
}

function configuredProviders({ providers }: OfficeConfig): string {
  const ids = providers.filter(({ configured }) => configured).map(({ id }) => id);
  return ids.join(', ') || 'none configured';
}
