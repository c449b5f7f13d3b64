import type { PlanStepStatus, ReviewBreadth } from './enums.js';

export interface PlanStep {
  /** 1..240 characters. */
  readonly content: string;
  readonly status: PlanStepStatus;
}

/** How a run goes on, as its planner set it; the engine carries it out. */
export interface WorkPlan {
  readonly builders: readonly PlannedPart[];
  readonly checks: readonly PlannedCheck[];
  /** What a debate has to settle. */
  readonly open: readonly OpenQuestion[];
  /** Stages on demand that are worked on. */
  readonly stages: readonly WantedStage[];
  readonly review: ReviewBreadth;
}

/** What one builder does. */
export interface PlannedPart {
  readonly roleId: string;
  readonly part: string;
  /** Relative to the workspace; no other builder owns them. */
  readonly paths: readonly string[];
}

/** A shell command that proves something of the work. */
export interface PlannedCheck {
  readonly command: string;
  readonly proves: string;
  /** It has to pass even if it failed before the work. */
  readonly mustPass?: boolean;
}

export interface OpenQuestion {
  readonly question: string;
  readonly options: readonly string[];
}

export interface WantedStage {
  readonly name: string;
  readonly reason: string;
}
