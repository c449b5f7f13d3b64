/** Problems of skill documents, and reasons for choosing a skill. */
export const skillTexts = {
  link: 'it is a link, and links are not followed.',
  idTaken: (id: string, file: string) => `the id "${id}" is already taken by ${file}.`,
  registered: (id: string) => `skill "${id}" is already registered.`,
  unreadableFolder: (dir: string, error: string) =>
    `the skills folder ${dir} cannot be read: ${error}`,
  roleDefault: 'always at hand for this role',
  taskClass: (taskClass: string, matches: number) =>
    `made for ${taskClass} (${matches} matching word(s))`,
  keyword: (matches: number) => `${matches} word(s) of the task match`,
} as const;
