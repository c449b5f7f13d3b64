import { isPlainObject } from '../../platform/config/entry-values.js';
import { cleaned } from '../../platform/text/cleaned.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';

/** Who answered the handshake, as it says. */
export interface ServerIdentity {
  readonly protocolVersion: string;
  readonly serverName?: string;
  readonly serverVersion?: string;
}

const nameCharacters = 200;

/**
 * Reads the answer to `initialize`.
 * @throws when it names no version: nothing could be said in common.
 */
export function readIdentity(answer: Readonly<Record<string, unknown>>): ServerIdentity {
  const protocolVersion = shown(answer.protocolVersion);
  if (protocolVersion === undefined) throw new Error(mcpTexts.noVersion);
  const info = isPlainObject(answer.serverInfo) ? answer.serverInfo : {};
  const serverName = shown(info.name);
  const serverVersion = shown(info.version);
  return {
    protocolVersion,
    ...(serverName === undefined ? {} : { serverName }),
    ...(serverVersion === undefined ? {} : { serverVersion }),
  };
}

function shown(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return cleaned(value, nameCharacters).trim() || undefined;
}
