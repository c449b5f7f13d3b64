import { z } from 'zod';
import { cleaned } from '../../platform/text/cleaned.js';
import { lenient } from '../../platform/text/foreign-fields.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';

/** The server's identity, as it states it. */
export interface ServerIdentity {
  readonly protocolVersion: string;
  readonly serverName?: string;
  readonly serverVersion?: string;
}

const nameCharacters = 200;

const shownText = lenient(
  z.string().transform((text) => cleaned(text, nameCharacters).trim() || undefined),
);

const info = z.object({ name: shownText, version: shownText }).catch({});

const answerSchema = z.object({
  protocolVersion: shownText,
  serverInfo: info,
  _meta: z.object({ 'io.modelcontextprotocol/serverInfo': info }).optional().catch(undefined),
});

/**
 * Reads the answer to `initialize` or `server/discover`.
 * @param agreed the negotiated version; null = the one in the answer
 * @throws if there is no common version.
 */
export function readIdentity(
  answer: Readonly<Record<string, unknown>>,
  agreed: string | null = null,
): ServerIdentity {
  const read = answerSchema.parse(answer);
  const protocolVersion = agreed ?? read.protocolVersion;
  if (protocolVersion === undefined) throw new Error(mcpTexts.noVersion);
  const said =
    agreed === null ? read.serverInfo : read._meta?.['io.modelcontextprotocol/serverInfo'];
  return {
    protocolVersion,
    ...(said?.name !== undefined && { serverName: said.name }),
    ...(said?.version !== undefined && { serverVersion: said.version }),
  };
}
