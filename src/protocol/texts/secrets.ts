/** Files of a workspace that look like secrets. */
export const secretTexts = {
  summary: (path: string) => `Read ${path}, which looks like a file with secrets`,
  detail: (path: string, directory: string) => `${path}\n\nin ${directory}`,
  touches:
    'Its content goes to the language model, stays in the record of the run, and may be passed on from there.',
  declined: (path: string) =>
    `${path} looks like a file with secrets, and nobody allowed it to be read. Work without its content.`,
  closed: (path: string) =>
    `${path} looks like a file with secrets. Only an employee can ask a person to have it read.`,
};
