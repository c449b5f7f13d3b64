/** Languages of source code, by the extension of a file. */
const languages: Readonly<Record<string, string>> = {
  c: 'C',
  cc: 'C++',
  cpp: 'C++',
  cs: 'C#',
  css: 'CSS',
  go: 'Go',
  html: 'HTML',
  java: 'Java',
  js: 'JavaScript',
  jsx: 'JavaScript',
  kt: 'Kotlin',
  mjs: 'JavaScript',
  php: 'PHP',
  py: 'Python',
  rb: 'Ruby',
  rs: 'Rust',
  scala: 'Scala',
  sh: 'Shell',
  sql: 'SQL',
  swift: 'Swift',
  ts: 'TypeScript',
  tsx: 'TypeScript',
  vue: 'Vue',
};

/** The language of a file of source code, by its name; undefined: it is none that is known. */
export function languageOf(path: string): string | undefined {
  return languages[/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''];
}
