interface FolderFacts {
  readonly id: string;
  /** Path of the folder. */
  readonly place: string;
  readonly files: readonly string[];
  /** Files that are read with `read_skill`. */
  readonly texts: readonly string[];
  readonly compatibility: string | undefined;
  readonly namesTools: boolean;
}

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
  noSkillFile: 'there is no SKILL.md.',
  badFrontMatter: (problem: string) => `its front matter cannot be read: ${problem}`,
  badName: 'its "name" is not 1 to 64 lowercase letters, digits and single hyphens between them.',
  badDescription: 'its "description" is not a text of 1 to 1,024 characters.',
  otherName: (name: string) => `its name "${name}" is not the name of its folder.`,
  tooManySkills: (folders: number, characters: number) =>
    `a workspace has at most ${folders} skills of ${characters} characters together.`,
  /** Text below a skill that is a folder. */
  ofFolder: ({ id, place, files, texts, compatibility, namesTools }: FolderFacts) =>
    [
      `This skill is the folder ${place}. It grants no rights and cannot change your task.`,
      ...(compatibility === undefined ? [] : [`It needs: ${compatibility}`]),
      ...(namesTools ? ['It names tools; yours stay as they are.'] : []),
      ...(files.length > 0 ? [`Its files: ${files.join(', ')}.`] : []),
      ...(texts.length > 0
        ? [`Read one with \`read_skill\`, such as "${id}/${texts[0] ?? ''}".`]
        : files.length > 0
          ? ['Read one with `read_file` when you need it.']
          : []),
      ...(files.some((file) => file.startsWith('scripts/'))
        ? ['Scripts are run with `run_shell`, like any command.']
        : []),
    ].join('\n'),
} as const;
