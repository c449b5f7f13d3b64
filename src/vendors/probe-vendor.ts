import { messageOf } from '../platform/errors/error-text.js';
import { runChild } from '../platform/process/run-child.js';
import { clip } from '../platform/text/clip.js';
import { sanitizeOutput } from '../platform/text/sanitize-output.js';
import { vendorTexts } from '../protocol/texts/vendors.js';
import type { VendorConfig } from './config/vendor-config.js';
import { lastLines } from './last-lines.js';
import { vendorLimits } from './vendor-limits.js';
import type { ProbeResult } from './vendor-status.js';

/**
 * Asks a harness for its version: whether it can be started at all, and the first line it says.
 * Never throws.
 */
export async function probeVendor(
  { command, probeArgs }: Pick<VendorConfig, 'command' | 'probeArgs'>,
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ProbeResult> {
  try {
    const { end, code, stdout, stderr } = await runChild({
      file: command,
      args: probeArgs,
      cwd: process.cwd(),
      environment,
      timeoutMs: vendorLimits.probeMs,
      output: { head: vendorLimits.probeCharacters },
      signal,
    });
    if (end !== 'exited') {
      return { ok: false, detail: vendorTexts.didNotFinish(command, vendorLimits.probeMs) };
    }
    if (code === 0)
      return {
        ok: true,
        detail: firstLine(stdout) ?? firstLine(stderr) ?? vendorTexts.answeredProbe,
      };
    return { ok: false, detail: vendorTexts.exited(command, code ?? 1, lastLines(stderr, 1)) };
  } catch (error) {
    return { ok: false, detail: vendorTexts.couldNotStart(command, messageOf(error)) };
  }
}

function firstLine(output: string): string | undefined {
  const lines = sanitizeOutput(output).split('\n');
  const first = lines.map((line) => line.trim()).find((line) => line !== '');
  return first && clip(first, vendorLimits.detailCharacters, '…');
}
