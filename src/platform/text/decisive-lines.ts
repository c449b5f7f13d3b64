const decisive = /\b(?:pass(?:ed|es|ing)?|fail(?:ed|s|ing|ures?)?|\w*errors?|tests?|not ok)\b/i;
/** Calls of a stack trace, whose paths often name tests. */
const stackLine = /^\s+at \S/;
const mostDecisive = 4;
const lastLines = 3;

/**
 * The lines at an output's end that report results, such as counts of tests; else its last lines.
 */
export function decisiveLines(tail: string): readonly string[] {
  if (tail === '') return [];
  const lines = tail.split('\n');
  const found = lines
    .filter((line) => decisive.test(line) && !stackLine.test(line))
    .slice(-mostDecisive);
  return found.length > 0 ? found : lines.slice(-lastLines);
}
