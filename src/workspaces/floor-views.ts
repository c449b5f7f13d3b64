import { Inject, Injectable, Optional } from '@nestjs/common';
import type { OrganisationDetail } from '../protocol/records/organisation-detail.js';
import type { Workspace, WorkspaceSummary } from '../protocol/records/organisation.js';
import { ShownEmployees } from './employees/shown-employees.js';
import { floorState } from './layout/floor-state.js';
import { shippedKit } from './layout/kit.js';
import { budgetOf, summariseFloor } from './floors/summarise-floor.js';
import { layoutOf } from './rooms/layout-of.js';
import { ShownFloors } from './shown-floors.js';
import { ShownRunFigures } from './shown-run-figures.js';
import { resolveStyle } from './style/resolve-style.js';

/** The detail's additions to the summary of a floor. */
type Organisation = Omit<OrganisationDetail, keyof WorkspaceSummary>;

/** Floors as shown to clients. */
@Injectable()
export class FloorViews {
  constructor(
    private readonly workspaces: ShownFloors,
    private readonly employees: ShownEmployees,
    @Optional() @Inject(ShownRunFigures) private readonly figures: ShownRunFigures | null,
  ) {}

  /** Every floor, from the ground up. */
  summaries(): readonly WorkspaceSummary[] {
    return this.workspaces.list().map((floor) => this.summary(floor));
  }

  summary(floor: Workspace): WorkspaceSummary {
    return summariseFloor(floor, {
      activeRuns: this.figures?.activeCount(floor.id) ?? 0,
      activeSpendUsd: this.figures?.activeSpendUsd(floor.id) ?? 0,
    });
  }

  /** The content of a floor beyond its summary. */
  organisation(floor: Workspace): Organisation {
    const { company, departments, roles } = floor.org;
    return {
      company,
      departments,
      roles,
      employees: this.employees.ofFloor(floor),
      skillIds: floor.skillIds,
      budget: budgetOf(floor),
      floorState: floorState(shippedKit, layoutOf(floor), resolveStyle(floor.style)),
      pipelines: this.workspaces.pipelinesOf(floor),
      routingPosture: this.workspaces.postureOf(floor),
    };
  }

  /** A floor with everything on it. */
  detail(floor: Workspace): OrganisationDetail {
    return { ...this.summary(floor), ...this.organisation(floor) };
  }
}
