import type { StageKind, TaskClass } from '../../protocol/records/enums.js';

/** What a turn is about, in words. */
interface TurnDescription {
  readonly brief: string;
  readonly purpose: string;
  readonly objective: string | null;
}

const fileTools = ['read_file', 'write_file', 'edit_file', 'search_files'];

/** What skills are chosen by and complexity is judged from. */
export function turnText({ brief, purpose, objective }: TurnDescription): string {
  return [brief, purpose, objective ?? ''].filter((part) => part !== '').join('\n\n');
}

/** Whether a turn can be about files at all. */
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

/** The kind of thinking a stage asks for. */
export function taskClassOf(kind: StageKind): TaskClass {
  return classes[kind];
}
