export interface Example {
  readonly title: string;
  readonly brief: string;
  readonly shows: string;
}

/** Briefs to begin with: a thing to build, a thing to change, a thing to know. */
export const examples: readonly Example[] = [
  {
    title: 'Build a small program',
    brief: 'Build a command line todo list that keeps its tasks in a JSON file.',
    shows: 'The whole office: plan, debate, build, review, tests, report.',
  },
  {
    title: 'Change something',
    brief: 'Please change the todo list so that finished tasks can be hidden.',
    shows: 'A short way: plan, build, review, verify.',
  },
  {
    title: 'Ask a question',
    brief: 'How should a small team choose between SQLite and PostgreSQL?',
    shows: 'Research and an answer, in under a minute.',
  },
];
