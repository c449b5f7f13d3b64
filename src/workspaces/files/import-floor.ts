import type { FloorAsks, FloorFile, FloorPreview } from '../../protocol/records/floor-files.js';
import type { Role, Workspace } from '../../protocol/records/organisation.js';
import type { Pipeline } from '../../protocol/records/work.js';
import { floorFileTexts } from '../../protocol/texts/floor-files.js';
import { growToSeat } from '../layout/change-layout.js';
import { shippedKit } from '../layout/kit.js';
import { seatNewEmployee } from '../layout/seating.js';
import { fitRoleSkills } from '../people/change-role.js';
import { layoutOf } from '../rooms/layout-of.js';
import { uniqueKnown } from '../unique-known.js';

/** The parts of this office that a floor file can name. */
interface Installed {
  readonly skillIds: readonly string[];
  readonly pipelines: readonly Pipeline[];
  /** Tools that every office has. */
  readonly builtInTools: ReadonlySet<string>;
}

/** A floor file without what this office lacks, and without rights. */
export interface FittedFile {
  readonly file: Omit<FloorFile, 'asksFor'>;
  readonly leftOut: readonly string[];
  readonly asksFor: readonly string[];
}

/** Decides which parts of a file a floor of this office can have. */
export function fitFile({ asksFor = {}, ...file }: FloorFile, installed: Installed): FittedFile {
  const skills = known(file.skillIds, installed.skillIds);
  const pipelines = known(
    file.pipelineIds,
    installed.pipelines.map(({ id }) => id),
  );
  const roles = file.roles.map((role) => ({
    ...role,
    allowedTools: role.allowedTools.filter((tool) => installed.builtInTools.has(tool)),
  }));
  const enabled = installed.pipelines.filter(({ id }) => pipelines.ids.includes(id));
  return {
    file: { ...file, skillIds: skills.ids, pipelineIds: pipelines.ids, roles },
    leftOut: [
      ...(skills.missing.length > 0 ? [floorFileTexts.unknownSkills(skills.missing)] : []),
      ...(skills.isNone ? [floorFileTexts.allSkills] : []),
      ...(pipelines.missing.length > 0 ? [floorFileTexts.unknownPipelines(pipelines.missing)] : []),
      ...(pipelines.isNone ? [floorFileTexts.allPipelines] : []),
      ...enabled.flatMap((pipeline) => unstaffed(pipeline, file.roles)),
    ],
    asksFor: [
      ...asked(asksFor),
      ...file.roles.flatMap(({ displayName, allowedTools }) => {
        const others = allowedTools.filter((tool) => !installed.builtInTools.has(tool));
        return others.length === 0 ? [] : [floorFileTexts.grants(displayName, others)];
      }),
    ],
  };
}

/** The wanted ids that exist here; all existing ones if none of them does. */
function known(wanted: readonly string[], here: readonly string[]) {
  const ids = uniqueKnown(wanted, new Set(here));
  const missing = wanted.filter((id) => !here.includes(id));
  return ids.length > 0 ? { ids, missing, isNone: false } : { ids: here, missing, isNone: true };
}

function unstaffed({ name, stages }: Pipeline, roles: readonly Pick<Role, 'id'>[]): string[] {
  const needed = stages.flatMap(({ onDecision, roleIds }) => (onDecision === true ? [] : roleIds));
  const missing = [...new Set(needed)].filter((id) => !roles.some((role) => role.id === id));
  return missing.length === 0 ? [] : [floorFileTexts.unstaffed(name, missing)];
}

function asked(asks: FloorAsks): readonly string[] {
  const { shell, sandboxBounds, packages, hosts, visibleSecrets, trusted, worktreeSetup } = asks;
  return [
    ...(shell === 'sandbox' ? [floorFileTexts.asksShell] : []),
    ...(sandboxBounds === undefined ? [] : [floorFileTexts.asksBounds]),
    ...(packages === true ? [floorFileTexts.asksPackages] : []),
    ...(hosts === undefined || hosts.length === 0 ? [] : [floorFileTexts.asksHosts(hosts)]),
    ...(visibleSecrets === undefined || visibleSecrets.length === 0
      ? []
      : [floorFileTexts.asksVisible(visibleSecrets)]),
    ...(trusted === true ? [floorFileTexts.asksTrusted] : []),
    ...(worktreeSetup === undefined ? [] : [floorFileTexts.asksSetup(worktreeSetup)]),
  ];
}

/** A new floor as a file describes it, with a seat for everyone as far as there is room. */
export function furnish(floor: Workspace, { file }: FittedFile, now: number): Workspace {
  const { departments, mission, pipelineIds, routingPosture, skillIds, isolation, style } = file;
  const { layout } = growToSeat(shippedKit, layoutOf(floor), { roster: file.roles.length, now });
  const roles = file.roles.reduce<readonly Role[]>((seated, role) => {
    const free = fitRoleSkills({ ...role, seatId: null, roomId: null }, skillIds);
    return [...seated, seatNewEmployee({ kit: shippedKit, layout, roles: seated }, free)];
  }, []);
  const { company } = floor.org;
  return {
    ...floor,
    skillIds,
    ...(isolation !== undefined && { isolation }),
    ...(style !== undefined && { style }),
    budget: { ...file.budget, spentUsd: 0 },
    layout,
    org: {
      company: { ...company, mission },
      departments,
      roles,
      pipelineIds,
      ...(routingPosture !== undefined && { routingPosture }),
      updatedAt: now,
    },
  };
}

/** The effects of an import, shown before it. */
export function previewOf(
  { file, leftOut, asksFor }: FittedFile,
  name: string,
  conflicts: readonly string[],
): FloorPreview {
  const { description, roles, pipelineIds, skillIds, budget } = file;
  return {
    name,
    ...(description !== undefined && { description }),
    people: roles.map(({ id, displayName, title }) => ({ id, displayName, title })),
    pipelineIds,
    skillIds,
    budget,
    asksFor,
    leftOut,
    conflicts,
  };
}
