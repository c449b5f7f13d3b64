import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { RefusedError } from '../../platform/errors/office-error.js';
import { limits } from '../../protocol/limits.js';
import {
  floorShells,
  isolations,
  modelTiers,
  routingPostures,
  seniorities,
} from '../../protocol/records/enums.js';
import type { FloorFile, FloorFileRole } from '../../protocol/records/floor-files.js';
import { floorFileTexts } from '../../protocol/texts/floor-files.js';
import { acceptColor, acceptDescription, acceptFloorName } from '../floors/edit-floor.js';
import { acceptRole } from '../people/accept-role.js';
import { acceptStyle } from '../style/clean-style.js';

/** Bounds of a file, which are checked before anything else in it. */
const mostValues = 20_000;
const deepest = 12;
const mostListed = 200;

/** Names that change objects rather than name a field. */
const forbiddenNames: readonly string[] = ['__proto__', 'constructor', 'prototype'];

const short = z.string().max(limits.roleNameCharacters);
const long = z.string().max(limits.roleDetailCharacters);
const id = z.string().min(1).max(limits.roleNameCharacters);
const ids = z.array(id).max(mostListed);
const dollars = z.number().nonnegative();
const fileColor = /^#[0-9a-f]{6}$/i;
const color = z.string().regex(fileColor, 'a colour is written as #rrggbb');

const policy = z.strictObject({
  defaultTier: z.enum(modelTiers),
  minTier: z.enum(modelTiers),
  maxTier: z.enum(modelTiers),
  byTaskClass: z.record(short, z.enum(modelTiers)).exactOptional(),
  escalateAtComplexity: z.number().exactOptional(),
  escalateTo: z.enum(modelTiers).exactOptional(),
  maxOutputTokens: z.number().exactOptional(),
  pin: z.boolean().exactOptional(),
  preferredModelId: short.exactOptional(),
});

const role = z.strictObject({
  id,
  displayName: id,
  title: short,
  departmentId: id,
  seniority: z.enum(seniorities),
  rank: z.number(),
  reportsTo: id.nullable(),
  mission: z.string().max(limits.roleMissionCharacters),
  responsibilities: z.array(long).max(mostListed),
  skillIds: ids,
  allowedTools: ids,
  modelPolicy: policy,
  canDelegate: z.boolean(),
  maxDirectReports: z.number(),
  persona: z.strictObject({
    voice: long,
    values: z.array(long).max(mostListed),
    debateStyle: long.exactOptional(),
  }),
  appearance: z.strictObject({ bodyColor: color, accentColor: color, height: z.number() }),
  maxTurnsPerStage: z.number(),
});

const department = z.strictObject({
  id,
  name: short,
  mission: long,
  roomIds: ids,
  color,
});

const bound = z.int().positive();

const asks = z.strictObject({
  shell: z.enum(floorShells).exactOptional(),
  sandboxBounds: z
    .strictObject({ processes: bound, memoryMb: bound, writtenMb: bound })
    .exactOptional(),
  packages: z.boolean().exactOptional(),
  hosts: z.array(short).max(limits.floorListed).exactOptional(),
  visibleSecrets: z
    .array(z.string().max(limits.floorListedCharacters))
    .max(limits.floorListed)
    .exactOptional(),
  trusted: z.boolean().exactOptional(),
  worktreeSetup: z.string().max(limits.worktreeSetupCharacters).exactOptional(),
});

const floorFile = z.strictObject({
  format: z.literal('office-floor'),
  version: z.literal(1),
  name: z.string(),
  description: z.string().exactOptional(),
  color: color.exactOptional(),
  mission: long,
  departments: z.array(department).min(1).max(mostListed),
  roles: z.array(role).max(mostListed),
  pipelineIds: ids,
  routingPosture: z.enum(routingPostures).exactOptional(),
  skillIds: ids,
  isolation: z.enum(isolations).exactOptional(),
  style: z.looseObject({}).exactOptional(),
  budget: z.strictObject({ defaultRunUsd: dollars, totalUsd: dollars.exactOptional() }),
  asksFor: asks.exactOptional(),
});

/**
 * A floor file from anywhere: of this version, bounded, complete, without unknown fields.
 * @throws RefusedError naming the first fault
 */
export function readFloorFile(given: unknown): FloorFile {
  refuseTooMuch(given);
  refuseOtherVersion(given);
  const { data, error } = floorFile.safeParse(given);
  if (data === undefined) {
    const [issue] = error.issues;
    const path = issue?.path.map(String).join('.') ?? '';
    throw new RefusedError(floorFileTexts.invalid(path, issue?.message ?? ''));
  }
  const roles = data.roles.map(acceptFileRole);
  refuseUnfit({ roles, departments: data.departments });
  const { style, description, ...rest } = data;
  const described = acceptDescription(description);
  acceptColor(data.color);
  return {
    ...rest,
    name: acceptFloorName(data.name),
    roles,
    ...(described !== undefined && { description: described }),
    ...(style !== undefined && { style: acceptFileStyle(style) }),
  };
}

/** Visits values without recursion, because a file may nest deeper than the stack allows. */
function refuseTooMuch(given: unknown): void {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: given, depth: 0 }];
  let seen = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    seen += 1;
    if (seen > mostValues || depth > deepest) {
      throw new RefusedError(floorFileTexts.tooMuch(mostValues, deepest));
    }
    if (typeof value !== 'object' || value === null) continue;
    const bad = Object.getOwnPropertyNames(value).find((name) => forbiddenNames.includes(name));
    if (bad !== undefined) throw new RefusedError(floorFileTexts.badName(bad));
    for (const inner of Object.values(value)) open.push({ value: inner, depth: depth + 1 });
  }
}

const versioned = z.looseObject({ format: z.literal('office-floor'), version: z.unknown() });

function refuseOtherVersion(given: unknown): void {
  const { data } = versioned.safeParse(given);
  if (data === undefined) throw new RefusedError(floorFileTexts.notAFile);
  const { data: version } = z.int().positive().safeParse(data.version);
  if (version === undefined) throw new RefusedError(floorFileTexts.badVersion);
  if (version > 1) throw new RefusedError(floorFileTexts.newerVersion(version));
}

/** Lengths, tiers and numbers as for a person who is hired. */
function acceptFileRole(given: z.output<typeof role>): FloorFileRole {
  const {
    seatId: _,
    roomId: __,
    ...accepted
  } = acceptRole({
    ...given,
    seatId: null,
    roomId: null,
  });
  return accepted;
}

/** Checks a style more strictly than the interface does. */
function acceptFileStyle(given: unknown): FloorFile['style'] & object {
  const style = acceptStyle(given);
  if (!isDeepStrictEqual(style, given)) throw new RefusedError(floorFileTexts.badStyle);
  return style;
}

type Chart = Pick<FloorFile, 'roles' | 'departments'>;

/** Whether roles and departments make one chart. */
function refuseUnfit({ roles, departments }: Chart): void {
  refuseTwice('departments', departments);
  refuseTwice('roles', roles);
  const known = new Set(departments.map((each) => each.id));
  const byId = new Map(roles.map((each) => [each.id, each]));
  for (const { id: roleId, departmentId, reportsTo } of roles) {
    if (!known.has(departmentId)) {
      throw new RefusedError(floorFileTexts.noDepartment(roleId, departmentId));
    }
    if (reportsTo !== null && !byId.has(reportsTo)) {
      throw new RefusedError(floorFileTexts.noManager(roleId, reportsTo));
    }
    if (isOwnChief(roleId, byId)) throw new RefusedError(floorFileTexts.circle(roleId));
  }
}

function refuseTwice(what: string, parts: readonly { readonly id: string }[]): void {
  const seen = new Set<string>();
  for (const part of parts) {
    if (seen.has(part.id)) throw new RefusedError(floorFileTexts.twice(what, part.id));
    seen.add(part.id);
  }
}

function isOwnChief(roleId: string, byId: ReadonlyMap<string, FloorFileRole>): boolean {
  const above = new Set<string>();
  let chief = byId.get(roleId)?.reportsTo ?? null;
  while (chief !== null && !above.has(chief)) {
    if (chief === roleId) return true;
    above.add(chief);
    chief = byId.get(chief)?.reportsTo ?? null;
  }
  return false;
}

/** True if a file can have the colour. */
export function isFileColor(text: string): boolean {
  return fileColor.test(text);
}
