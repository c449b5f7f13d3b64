/** A brief that the simulated employees can complete. */
export interface ExampleBrief {
  readonly id: 'csv-table' | 'days-until' | 'which-database';
  readonly title: string;
  /** What the run produces. */
  readonly summary: string;
  readonly brief: string;
  readonly pipelineId: 'code-change' | 'quick-answer';
}

/** Briefs that an office without keys suggests. */
export const exampleBriefs: readonly ExampleBrief[] = [
  {
    id: 'csv-table',
    title: 'CSV to Markdown',
    summary: 'A small program with tests. A reviewer finds a real fault; you allow the test run.',
    brief:
      'Add a command line tool in csv-table/ that turns a CSV file into a Markdown table, with tests.',
    pipelineId: 'code-change',
  },
  {
    id: 'days-until',
    title: 'Days until a date',
    summary: 'A function and its command, with tests, reviewed and mended before they run.',
    brief:
      'Add a command in days-until/ that tells how many days are left until a date, with tests.',
    pipelineId: 'code-change',
  },
  {
    id: 'which-database',
    title: 'A question',
    summary: 'No code: the question is answered, with the reasons and what stays open.',
    brief: 'Which database suits an internal tool for ten people: SQLite or PostgreSQL?',
    pipelineId: 'quick-answer',
  },
];
