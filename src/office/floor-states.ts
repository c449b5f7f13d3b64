import { Injectable } from '@nestjs/common';
import type { Workspace } from '../protocol/records/organisation.js';
import type { Skill, SkillSummary } from '../protocol/records/skills.js';
import { SkillsService, summaryOf } from '../skills/skills.service.js';
import { FloorViews } from '../workspaces/floor-views.js';
import { ShownFloors } from '../workspaces/shown-floors.js';
import { memoizeLast } from './memoize-last.js';
import { ShownRuns } from './shown-runs.js';

/** The list of floors, and the shown one with its details, in the form of state frames. */
@Injectable()
export class FloorStates {
  private readonly enabledSkills = memoizeLast(enabledSkills);

  constructor(
    private readonly shown: ShownFloors,
    private readonly floors: FloorViews,
    private readonly skills: SkillsService,
    private readonly runs: ShownRuns,
  ) {}

  current() {
    const floor = this.shown.active();
    return {
      activeWorkspaceId: floor.id,
      workspaces: this.floors.summaries(),
      ...this.ofFloor(floor),
    };
  }

  private ofFloor(floor: Workspace) {
    const { floorState, ...organisation } = this.floors.organisation(floor);
    return {
      ...organisation,
      skills: this.enabledSkills(this.skills.all(), floor.skillIds),
      floor: floorState,
      style: floorState.style,
      ...this.runs.of(floor.id),
    };
  }
}

/** A floor's enabled skills, in its order, without unknown ids. */
export function enabledSkills(
  skills: readonly Skill[],
  enabledIds: readonly string[],
): readonly SkillSummary[] {
  const byId = new Map(skills.map((skill) => [skill.id, skill]));
  return enabledIds.flatMap((id) => {
    const skill = byId.get(id);
    return skill === undefined ? [] : [summaryOf(skill)];
  });
}
