import type { StageKind, TaskClass } from '../../protocol/records/enums.js';

const classes: Readonly<Record<StageKind, TaskClass>> = {
  intake: 'intake',
  plan: 'planning',
  research: 'research',
  debate: 'debate',
  workshop: 'workshop',
  design: 'design',
  architect: 'architecture',
  build: 'coding',
  review: 'review',
  test: 'testing',
  integrate: 'ops',
  report: 'summarize',
};

/** The task class of a stage. */
export function taskClassOf(kind: StageKind): TaskClass {
  return classes[kind];
}
