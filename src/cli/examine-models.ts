import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ExaminedModels, type ExaminableProvider } from '../models/doctor/examined-models.js';
import type { ProviderExamination } from '../models/doctor/examine-provider.js';
import type { ProviderDefinition } from '../models/providers/provider-definition.js';
import { loadConfig } from '../platform/config/load-config.js';
import type { EnvironmentSource } from '../platform/config/read-environment.js';
import { readPluginDirectory } from '../plugins/host/read-plugin-directory.js';
import type { PluginManifest } from '../protocol/records/plugins.js';
import { exitCodes } from './exit-codes.js';
import type { DoctorArguments } from './models-arguments.js';
import { spend } from './money.js';
import type { Output } from './output.js';
import { printable } from './printable.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';

interface Surroundings {
  readonly out: Output;
  readonly terminal: Pick<Terminal, 'ask'>;
  readonly interrupt: AbortSignal;
}

/**
 * Examines the requested providers and prints the results. @returns the exit code
 * @throws UsageError for an unknown or unconfigured provider
 */
export async function examineModels(
  args: DoctorArguments,
  source: EnvironmentSource,
  around: Surroundings,
): Promise<number> {
  const { out, interrupt } = around;
  const models = await ExaminedModels.open(source, await manifestsIn(source), args.providers);
  try {
    const found = (await Promise.all(chosen(args, models).map((one) => models.look(one)))).filter(
      (one) => args.providers.length > 0 || !isIdle(one),
    );
    if (found.length === 0) {
      out.say('No provider is configured. .env.example says which keys there are.');
      return exitCodes.unreachable;
    }
    if (!(await maySpend(args, found, around))) {
      return interrupt.aborted ? exitCodes.interrupted : exitCodes.failed;
    }
    let allWork = true;
    for (const one of found) {
      const examination = await models.examine(one, interrupt);
      if (interrupt.aborted) return exitCodes.interrupted;
      allWork &&= examination.ok;
      out.show(examination, (shown) => render(out, shown));
    }
    return allWork ? exitCodes.done : exitCodes.failed;
  } finally {
    await models.close();
  }
}

/** A keyless server that is not running is ordinary. */
function isIdle({ definition, listed }: ExaminableProvider): boolean {
  return definition.keyless && listed.status === 'failed';
}

function chosen(
  { providers }: DoctorArguments,
  models: ExaminedModels,
): readonly ProviderDefinition[] {
  const configured = models.configured();
  if (providers.length === 0) return configured;
  const known = models.known();
  return providers.map((id) => {
    const definition = configured.find((one) => one.id === id);
    if (definition !== undefined) return definition;
    const hint = known.find((one) => one.id === id)?.hint;
    const names = known.map((one) => one.id).join(', ');
    throw new UsageError(
      hint === undefined
        ? `There is no provider "${id}". There is: ${names}.`
        : `Provider "${id}" is not configured: ${hint ?? 'it cannot be asked'}`,
    );
  });
}

async function maySpend(
  { yes }: DoctorArguments,
  found: readonly ExaminableProvider[],
  { out, terminal, interrupt }: Surroundings,
): Promise<boolean> {
  const asked = found.filter(
    ({ listed, planned }) => listed.status !== 'failed' && planned !== null,
  );
  const most = asked.reduce((sum, { planned }) => sum + (planned?.plan.atMostUsd ?? 0), 0);
  for (const { definition, planned } of asked) {
    const key = definition.keyEnvVar === null ? '' : ` with the key of ${definition.keyEnvVar}`;
    const host = new URL(definition.baseUrl).host;
    const usd = spend(planned?.plan.atMostUsd ?? 0);
    out.say(printable(`${definition.id}: ${planned?.model.id} at ${host}${key}, at most ${usd}`));
  }
  if (yes || most === 0) return true;
  const answer = await terminal.ask(`Spend at most ${spend(most)}? [y/n] `, interrupt);
  if (answer === 'nobody' && !interrupt.aborted) {
    throw new UsageError('Nobody is there to ask whether to spend: add --yes.');
  }
  return answer === 'yes';
}

function render(
  out: Output,
  { provider, model, keyVariable, checks, costUsd }: ProviderExamination,
): string[] {
  const key = keyVariable === null ? '' : ` (${keyVariable})`;
  const rows = checks.map((check) => [
    check.status,
    check.check,
    check.ms > 0 ? `${check.ms} ms` : '',
    check.costUsd > 0 ? `$${check.costUsd.toFixed(5)}` : '',
    printable(check.finding),
  ]);
  return [
    '',
    printable(`${provider}${key}: ${model ?? 'no model asked'}, $${costUsd.toFixed(5)}`),
    ...out.table(['', 'check', 'time', 'cost', 'finding'], rows).map((line) => `  ${line}`),
  ];
}

/** Manifests of plugins in the office's folder; unreadable ones are left out. */
async function manifestsIn(source: EnvironmentSource): Promise<readonly PluginManifest[]> {
  const { bundledDir, installDir } = loadConfig(source).plugins;
  const folders = await Promise.all(
    [bundledDir, installDir].map(async (directory) => {
      const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
      return entries
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => join(directory, name));
    }),
  );
  const read = await Promise.all(folders.flat().map((one) => readPluginDirectory(one, 'bundled')));
  return read.flatMap(({ verdict }) => (verdict.ok ? [verdict.manifest] : []));
}
