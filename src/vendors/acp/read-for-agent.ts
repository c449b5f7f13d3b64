import { RequestError } from '@agentclientprotocol/sdk';
import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeError, RefusedError } from '../../platform/errors/office-error.js';
import { secretTexts } from '../../protocol/texts/secrets.js';
import { vendorTexts } from '../../protocol/texts/vendors.js';
import { readAtMost } from '../../tools/files/read-text.js';
import type { Engagement } from '../engagement.js';
import { vendorLimits } from '../vendor-limits.js';

/** JSON-RPC error code of all refusals. */
export const refusalCode = -32001;

export interface ReadRequest {
  readonly path: string;
  /** First line, from 1. */
  readonly line?: number | null;
  /** Number of lines. */
  readonly limit?: number | null;
}

/**
 * A workspace file, or the requested lines of it.
 * @throws RequestError if it is outside, not a regular file, or too large.
 */
export async function readForAgent(
  { workspace, hidden, signal }: Pick<Engagement, 'hidden' | 'signal' | 'workspace'>,
  request: ReadRequest,
): Promise<string> {
  try {
    const root = new ConfinedRoot(workspace);
    const path = root.relative(await root.check(request.path));
    if (await hidden?.hides(path, signal)) throw new RefusedError(secretTexts.closed(path));
    const text = await readText(root, request.path);
    return linesOf(text, request);
  } catch (error) {
    if (error instanceof RequestError) throw error;
    if (error instanceof OfficeError) throw new RequestError(refusalCode, error.message);
    throw new RequestError(refusalCode, messageOf(error));
  }
}

async function readText(root: ConfinedRoot, path: string): Promise<string> {
  const found = await root.find(path);
  if (found.kind === 'missing') throw new RequestError(refusalCode, vendorTexts.acpNoFile(path));
  if (found.kind === 'directory') {
    await found.directory.close();
    throw new RequestError(refusalCode, vendorTexts.acpNotAFile(path));
  }
  await using file = found.file;
  const bytes = await readAtMost(file, found.size, vendorLimits.readFileBytes);
  if (bytes !== undefined) return bytes.toString('utf8');
  const reason = vendorTexts.acpFileTooLarge(path, vendorLimits.readFileBytes);
  throw new RequestError(refusalCode, reason);
}

function linesOf(text: string, { line, limit }: ReadRequest): string {
  if (typeof line !== 'number' && typeof limit !== 'number') return text;
  const first = Math.max(1, Math.trunc(line ?? 1)) - 1;
  const count = Math.max(0, Math.trunc(limit ?? Infinity));
  return text
    .split('\n')
    .slice(first, first + count)
    .join('\n');
}
