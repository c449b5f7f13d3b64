/** Headings of the repository brief, and remarks on what is cut. */
export const repositoryTexts = {
  tree: 'Files (a directory with the number of files below it):',
  languages: 'Languages:',
  manifests: 'Manifests:',
  commands: 'Commands that test and build:',
  scripts: 'Scripts:',
  notInstalled: '(the packages that package.json names are not installed: no node_modules)',
  commits: 'Latest commits:',
  cut: '\n… (cut; read the file itself for the rest)',
  noteCut: (omitted: number, file: string) =>
    `\n… [${omitted} characters left out here; the whole: read_file ${file}]`,
} as const;
