import { present } from '../../platform/text/foreign-fields.js';
import { type ModelTier, modelTiers, seniorities } from '../../protocol/records/enums.js';
import type { ModelPolicy, Role } from '../../protocol/records/organisation.js';
import { tooLongInRole } from '../../protocol/rules/role-lengths.js';
import { shapeTexts } from '../../protocol/texts/http.js';
import { manifestTexts } from '../../protocol/texts/manifest.js';
import {
  countOf,
  finiteOf,
  type JsonObject,
  memberOf,
  objectOf,
  textOf,
  textsOf,
  type Warn,
} from './json-values.js';

const colour = /^#[0-9a-f]{6}$/i;
const defaultBodyColor = '#94a3b8';
const defaultAccentColor = '#475569';

/** Takes a declared value or its default, and notes filled fields. */
type Fill = <T>(field: string, declared: T | undefined, filling: T) => T;

/**
 * A role that a plugin offers for hiring. Missing parts get the least permissive values; important
 * ones are reported.
 */
export function readRoleTemplate(item: JsonObject, at: string, warn: Warn): Role | null {
  const id = textOf(item.id);
  const displayName = textOf(item.displayName);
  const title = textOf(item.title);
  if (id === undefined || displayName === undefined || title === undefined) {
    warn(manifestTexts.roleIncomplete(at));
    return null;
  }
  const filled: string[] = [];
  const fill: Fill = (field, declared, filling) => {
    if (declared === undefined) filled.push(field);
    return declared ?? filling;
  };
  const role = complete({ id, displayName, title }, item, fill);
  const tooLong = tooLongInRole(role);
  if (tooLong !== null) {
    warn(manifestTexts.roleTooLong(at, shapeTexts.tooLong(tooLong.field, tooLong.most)));
    return null;
  }
  if (filled.length > 0) warn(manifestTexts.roleFilled(at, id, filled));
  return role;
}

function complete(
  who: Pick<Role, 'id' | 'displayName' | 'title'>,
  item: JsonObject,
  fill: Fill,
): Role {
  return {
    ...who,
    departmentId: textOf(item.departmentId) ?? 'unassigned',
    seniority: fill('seniority', memberOf(seniorities, item.seniority), 'mid'),
    rank: fill('rank', finiteOf(item.rank), 50),
    reportsTo: textOf(item.reportsTo) ?? null,
    mission: textOf(item.mission) ?? '',
    responsibilities: fill('responsibilities', listOf(item.responsibilities), []),
    skillIds: fill('skillIds', listOf(item.skillIds), []),
    allowedTools: fill('allowedTools', listOf(item.allowedTools), []),
    modelPolicy: readPolicy(objectOf(item.modelPolicy) ?? {}, fill),
    seatId: textOf(item.seatId) ?? null,
    roomId: textOf(item.roomId) ?? null,
    canDelegate: item.canDelegate === true,
    maxDirectReports: fill('maxDirectReports', countOf(item.maxDirectReports, 0), 0),
    persona: readPersona(objectOf(item.persona) ?? {}, who.displayName, fill),
    appearance: readAppearance(objectOf(item.appearance) ?? {}, fill),
    maxTurnsPerStage: fill('maxTurnsPerStage', countOf(item.maxTurnsPerStage, 1), 2),
  };
}

/** Only the tiers are taken over; the rest of a policy is decided at hiring. */
function readPolicy(policy: JsonObject, fill: Fill): ModelPolicy {
  const min = memberOf(modelTiers, policy.minTier);
  const max = memberOf(modelTiers, policy.maxTier);
  const inverted = min !== undefined && max !== undefined && isAbove(min, max);
  return {
    defaultTier: fill('modelPolicy', memberOf(modelTiers, policy.defaultTier), 'standard'),
    minTier: fill<ModelTier>('modelPolicy.minTier', inverted ? undefined : min, 'nano'),
    maxTier: fill<ModelTier>('modelPolicy.maxTier', inverted ? undefined : max, 'max'),
  };
}

function isAbove(tier: ModelTier, other: ModelTier): boolean {
  return modelTiers.indexOf(tier) > modelTiers.indexOf(other);
}

function readPersona(persona: JsonObject, displayName: string, fill: Fill): Role['persona'] {
  return {
    voice: textOf(persona.voice) ?? manifestTexts.roleVoice(displayName),
    values: fill('persona.values', listOf(persona.values), []),
    ...present({ debateStyle: textOf(persona.debateStyle) }),
  };
}

function readAppearance(appearance: JsonObject, fill: Fill): Role['appearance'] {
  const height = finiteOf(appearance.height);
  const usable = height !== undefined && height > 0 ? height : undefined;
  return {
    bodyColor: colourOf(appearance.bodyColor) ?? defaultBodyColor,
    accentColor: colourOf(appearance.accentColor) ?? defaultAccentColor,
    height: fill('appearance.height', usable, 1),
  };
}

function colourOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && colour.test(text) ? text : undefined;
}

function listOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? textsOf(value) : undefined;
}
