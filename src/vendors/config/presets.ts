import type { VendorCapabilities } from '../../protocol/records/vendors.js';
import { timeoutBounds, type VendorLaunch } from './vendor-config.js';

const presetNames = [
  'codex',
  'dsh',
  'hermes',
  'openclaw',
  'claude-code',
  'gemini-cli',
  'opencode',
  'qwen-code',
] as const;
type PresetName = (typeof presetNames)[number];

/** Built-in knowledge about a harness. */
export interface VendorPreset extends VendorLaunch {
  readonly label: string;
  readonly operator: string;
  readonly authNote: string;
  readonly capabilities: VendorCapabilities;
}

const launch = {
  transport: 'command',
  promptTransport: 'argv',
  outputFormat: 'text',
  probeArgs: ['--version'],
  timeoutMs: 600_000,
} as const;

const silent = { reportsFiles: false, streams: false, reportsCost: false };
const talkative = { reportsFiles: true, streams: true, reportsCost: false };

const agent = { ...launch, transport: 'acp' } as const;

/** They write with tools of their own and ask by rules of their own, so a person is asked first. */
const ownWay = { readOnlyEnforcement: 'requested', ...talkative } as const;

const signIn = (label: string): string =>
  `Sign in to ${label} once on this machine, as the user this service runs as.`;

export const presets: Readonly<Record<PresetName, VendorPreset>> = {
  codex: {
    ...launch,
    label: 'Codex',
    operator: 'OpenAI',
    authNote: signIn('Codex'),
    command: 'codex',
    args: ['exec', '--json', '--skip-git-repo-check', '-s', 'read-only'],
    outputFormat: 'codex-jsonl',
    timeoutMs: timeoutBounds.default,
    folderCheck: { option: '--skip-git-repo-check', helpArgs: ['exec', '--help'] },
    capabilities: { readOnlyEnforcement: 'sandbox', ...talkative },
  },
  dsh: {
    ...launch,
    label: 'Dsh',
    operator: 'third party',
    authNote: signIn('dsh'),
    command: 'dsh',
    args: ['--profile', 'headless'],
    capabilities: { readOnlyEnforcement: 'requested', ...silent },
  },
  hermes: {
    ...launch,
    label: 'Hermes',
    operator: 'third party',
    authNote: signIn('Hermes'),
    command: 'hermes',
    args: ['chat', '-q'],
    capabilities: { readOnlyEnforcement: 'requested', ...silent },
  },
  openclaw: {
    ...launch,
    label: 'Openclaw',
    operator: 'third party',
    authNote: signIn('OpenClaw'),
    command: 'openclaw',
    args: ['acp'],
    transport: 'acp',
    capabilities: { readOnlyEnforcement: 'client', ...talkative },
  },
  'claude-code': {
    ...agent,
    label: 'Claude Code',
    operator: 'Anthropic',
    authNote: `${signIn('Claude Code')} The command is of the package @agentclientprotocol/claude-agent-acp.`,
    command: 'claude-agent-acp',
    args: [],
    capabilities: { ...ownWay, reportsCost: true },
  },
  'gemini-cli': {
    ...agent,
    label: 'Gemini CLI',
    operator: 'Google',
    authNote: signIn('Gemini CLI'),
    command: 'gemini',
    args: ['--acp'],
    capabilities: ownWay,
  },
  opencode: {
    ...agent,
    label: 'OpenCode',
    operator: 'third party',
    authNote: signIn('OpenCode'),
    command: 'opencode',
    args: ['acp'],
    capabilities: { ...ownWay, reportsCost: true },
  },
  'qwen-code': {
    ...agent,
    label: 'Qwen Code',
    operator: 'Alibaba',
    authNote: signIn('Qwen Code'),
    command: 'qwen',
    args: ['--acp'],
    capabilities: ownWay,
  },
};

export function isPresetName(value: unknown): value is PresetName {
  return (presetNames as readonly unknown[]).includes(value);
}
