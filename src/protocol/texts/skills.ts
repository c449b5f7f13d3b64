/** Problems of skill documents, and reasons for choosing a skill. */
export const skillTexts = {
  link: 'it is a link, and links are not followed.',
  idTaken: (id: string, file: string) => `the id "${id}" is already taken by ${file}.`,
  registered: (id: string) => `skill "${id}" is already registered.`,
  unreadableFolder: (dir: string, error: string) =>
    `the skills folder ${dir} cannot be read: ${error}`,
  taskClass: (taskClass: string, matches: number) =>
    `made for ${taskClass} (${matches} matching word(s))`,
  named: 'the task names it',
  wasRead: 'the employee read it',
} as const;
