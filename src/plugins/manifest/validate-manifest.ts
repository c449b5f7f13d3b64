import type { PluginManifest } from '../../protocol/records/plugins.js';
import { manifestTexts } from '../../protocol/texts/manifest.js';
import { Findings } from './findings.js';
import { objectOf } from './json-values.js';
import type { JsonObject } from './json-values.js';
import { readContributions } from './read-contributions.js';
import { readIdentity } from './read-identity.js';
import { readSettingsSchema } from './read-settings-schema.js';
import { withholdUncovered } from './withhold.js';

export type ManifestVerdict =
  | { readonly ok: true; readonly manifest: PluginManifest; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly reason: string; readonly problems: readonly string[] };

/**
 * Judges a `plugin.json` (its fields: docs/plugins.md). Pure: whatever it is given, it neither
 * throws nor keeps a reference into it, and a manifest that it returned passes again unchanged.
 */
export function validateManifest(document: unknown): ManifestVerdict {
  const findings = new Findings();
  const item = objectOf(document);
  if (item === null) {
    findings.fault('manifest', manifestTexts.notObject);
    return rejected(findings);
  }
  const identity = readIdentity(item, findings.fault);
  if (findings.problems.length > 0) return rejected(findings);
  const manifest = readRest(item, identity, findings);
  if (findings.problems.length > 0) return rejected(findings);
  const covered = withholdUncovered(manifest, findings.warn);
  warnAboutCode(covered, findings);
  return { ok: true, manifest: covered, warnings: findings.warnings };
}

function readRest(
  item: JsonObject,
  identity: ReturnType<typeof readIdentity>,
  { warn, fault }: Findings,
): PluginManifest {
  const contributes = readContributions(item.contributes, warn);
  const settings = readSettingsSchema(item.settings, fault);
  return { ...identity, ...(contributes && { contributes }), ...(settings && { settings }) };
}

function warnAboutCode({ entry, permissions = [] }: PluginManifest, { warn }: Findings): void {
  if (entry !== undefined && permissions.length === 0) warn(manifestTexts.codeWithoutPermissions);
  if (entry === undefined && permissions.includes('tools')) warn(manifestTexts.toolsWithoutCode);
}

function rejected({ problems }: Findings): ManifestVerdict {
  return { ok: false, reason: problems.join('; '), problems };
}
