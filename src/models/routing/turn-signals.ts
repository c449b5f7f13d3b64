import { askedIn } from '../../protocol/rules/fences.js';
import type { StageKind, TaskClass } from '../../protocol/records/enums.js';

/** A description of a turn in words. */
interface TurnDescription {
  readonly brief: string;
  readonly purpose: string;
  readonly objective: string | null;
}

const fileTools = ['read_file', 'write_file', 'edit_file', 'search_files'];

/** The text by which skills are chosen and complexity is judged; what others sent has no say. */
export function turnText({ brief, purpose, objective }: TurnDescription): string {
  return [askedIn(brief), purpose, objective ?? ''].filter((part) => part !== '').join('\n\n');
}

/** True if the turn may deal with files. */
export function holdsFileTools(toolNames: readonly string[]): boolean {
  return toolNames.some((name) => fileTools.includes(name));
}

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
