import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pLimit from 'p-limit';
import { messageOf } from '../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../platform/logging/office-logger.js';
import { redactor } from '../platform/logging/redact.js';
import { ChildEnvironments } from '../platform/process/child-environments.js';
import { type ChildOutcome, runChild } from '../platform/process/run-child.js';
import { type Confinement, unconfined } from '../platform/process/sandbox/confinement.js';
import { Sandboxes } from '../platform/process/sandbox/sandboxes.js';
import { secretValuesIn } from '../platform/process/secret-name.js';
import { clip } from '../platform/text/clip.js';
import { sanitizeOutput } from '../platform/text/sanitize-output.js';
import { vendorTexts } from '../protocol/texts/vendors.js';
import type { VendorConfig } from './config/vendor-config.js';
import { lastLines } from './describe-end.js';
import { vendorLimits } from './vendor-limits.js';
import { VendorSlots } from './vendor-slots.js';
import { afterProbe, type ProbeResult } from './vendor-status.js';

/** Probes harnesses, a few at a time. */
@Injectable()
export class VendorProbes implements OnApplicationShutdown {
  private readonly log: ScopedLogger;
  private readonly stopping = new AbortController();
  private readonly fewAtATime = pLimit(vendorLimits.probesAtOnce);

  constructor(
    private readonly slots: VendorSlots,
    private readonly environments: ChildEnvironments,
    private readonly sandboxes: Sandboxes,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('vendors');
  }

  onApplicationShutdown(): void {
    this.stopping.abort();
  }

  /** All that are enabled, can be probed, and are idle. */
  async probeAll(): Promise<void> {
    const asked = this.slots
      .all()
      .filter(({ vendor }) => vendor.status !== 'engaged')
      .map(({ config }) => config)
      .filter(({ enabled, probeArgs }) => enabled && probeArgs.length > 0);
    await Promise.all(asked.map((config) => this.fewAtATime(() => this.probe(config))));
  }

  private async probe(config: VendorConfig): Promise<void> {
    const { signal } = this.stopping;
    const environment = { ...this.environments.inherited(), ...config.env };
    const { ok, detail: said } = await this.confinedProbe(config, environment, signal);
    if (signal.aborted) return;
    const detail = redactor(secretValuesIn(config.env))(said);
    this.slots.update(config.id, (vendor) => afterProbe(vendor, { ok, detail }));
    this.log.info(vendorTexts.probed(config.id, ok, detail));
  }

  private async confinedProbe(
    config: VendorConfig,
    environment: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<ProbeResult> {
    const place = { workspace: null, owner: `harness-${config.id}`, scratch: null };
    try {
      const confinement = await this.sandboxes.ofEntry(config, place);
      return await probeVendor(config, environment, signal, confinement);
    } catch (error) {
      return { ok: false, detail: messageOf(error) };
    }
  }
}

type Probed = Pick<VendorConfig, 'command' | 'probeArgs'> &
  Partial<Pick<VendorConfig, 'args' | 'folderCheck'>>;

/**
 * Asks a harness for its version: whether it starts, and its first line. One that may require git
 * repositories is also checked for the option. Never throws.
 */
export async function probeVendor(
  config: Probed,
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
  confinement: Confinement = unconfined,
): Promise<ProbeResult> {
  const { command, probeArgs } = config;
  const ask = (args: readonly string[], maxOutput: number): Promise<ChildOutcome> =>
    runChild({
      file: command,
      args,
      cwd: confinement.kind === 'sandbox' ? '/' : process.cwd(),
      environment,
      confinement,
      timeoutMs: vendorLimits.probeMs,
      output: { head: maxOutput },
      signal,
    });
  try {
    const version = versionOf(command, await ask(probeArgs, vendorLimits.probeCharacters));
    const check = config.folderCheck;
    if (!version.ok || check === undefined) return version;
    if (!config.args?.includes(check.option)) {
      return withNote(version, vendorTexts.refusesFolders(check.option));
    }
    const help = await ask(check.helpArgs, vendorLimits.helpCharacters);
    return listsOption(help, check.option)
      ? version
      : { ok: false, detail: vendorTexts.lacksOption(command, check.option) };
  } catch (error) {
    return { ok: false, detail: vendorTexts.couldNotStart(command, messageOf(error)) };
  }
}

function versionOf(command: string, { end, code, stdout, stderr }: ChildOutcome): ProbeResult {
  if (end !== 'exited') {
    return { ok: false, detail: vendorTexts.didNotFinish(command, vendorLimits.probeMs) };
  }
  if (code !== 0) {
    return { ok: false, detail: vendorTexts.exited(command, code ?? 1, lastLines(stderr, 1)) };
  }
  const detail = firstLine(stdout) ?? firstLine(stderr) ?? vendorTexts.answeredProbe;
  return { ok: true, detail };
}

/** A help without any option, or one that was cut off, proves nothing. */
function listsOption({ end, code, stdout, truncated }: ChildOutcome, option: string): boolean {
  const isComplete = end === 'exited' && code === 0 && !truncated && stdout.includes('--');
  return !isComplete || stdout.includes(option);
}

function withNote({ ok, detail }: ProbeResult, note: string): ProbeResult {
  return { ok, detail: `${detail}; ${note}` };
}

function firstLine(output: string): string | undefined {
  const lines = sanitizeOutput(output).split('\n');
  const first = lines.map((line) => line.trim()).find((line) => line !== '');
  return first && clip(first, vendorLimits.detailCharacters, '…');
}
