import { z } from 'zod';
import { cleaned } from '../../platform/text/cleaned.js';
import { lenient } from '../../platform/text/foreign-fields.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';

/** Who answered the handshake, as it says. */
export interface ServerIdentity {
  readonly protocolVersion: string;
  readonly serverName?: string;
  readonly serverVersion?: string;
}

const nameCharacters = 200;

const shownText = lenient(
  z.string().transform((text) => cleaned(text, nameCharacters).trim() || undefined),
);

const answerSchema = z.object({
  protocolVersion: shownText,
  serverInfo: z.object({ name: shownText, version: shownText }).catch({}),
});

/**
 * Reads the answer to `initialize`.
 * @throws when it names no version: nothing could be said in common.
 */
export function readIdentity(answer: Readonly<Record<string, unknown>>): ServerIdentity {
  const { protocolVersion, serverInfo } = answerSchema.parse(answer);
  if (protocolVersion === undefined) throw new Error(mcpTexts.noVersion);
  const { name: serverName, version: serverVersion } = serverInfo;
  return {
    protocolVersion,
    ...(serverName === undefined ? {} : { serverName }),
    ...(serverVersion === undefined ? {} : { serverVersion }),
  };
}
