/** What a person does after a run, and what a revert makes of it. */
export interface LaterCase {
  readonly name: string;
  readonly commands: readonly string[];
  /** What a person does after the run. */
  readonly afterwards: string;
  /** Paths in the words of a refused revert; absent: it is done. */
  readonly notReverted?: readonly string[];
  /** Paths of the person, which stay as they are. */
  readonly stays?: readonly string[];
}

export const laterCases: readonly LaterCase[] = [
  {
    name: 'writes a file anew that the run removed and had ignored',
    commands: ['rm a.txt; echo a.txt >> .gitignore'],
    afterwards: 'echo mine > a.txt',
    notReverted: ['a.txt'],
  },
  {
    name: 'puts a link where the run removed a file',
    commands: ['rm src/one.txt'],
    afterwards: 'ln -s ../a.txt src/one.txt',
    notReverted: ['src/one.txt'],
  },
  {
    name: 'puts a file where the run removed a directory',
    commands: ['rm -r docs'],
    afterwards: 'echo mine > docs',
    notReverted: ['docs'],
  },
  {
    name: 'fills a directory where the run removed a file',
    commands: ['rm a.txt'],
    afterwards: 'mkdir a.txt; echo mine > a.txt/mine',
    notReverted: ['a.txt'],
  },
  {
    name: 'changes the permissions of a file that the run wrote',
    commands: ['echo x > a.txt'],
    afterwards: 'chmod 600 a.txt',
    notReverted: ['a.txt'],
  },
  {
    name: 'writes in a directory that the run made',
    commands: ['mkdir made; echo x > made/x'],
    afterwards: 'echo mine > made/mine',
    stays: ['made', 'made/mine'],
  },
  {
    name: 'puts some of it back by hand',
    commands: ['echo x > a.txt; rm -r docs; echo n > n.txt; chmod 700 src'],
    afterwards: 'echo one > a.txt; mkdir docs; echo d > docs/d.txt; rm n.txt',
  },
  {
    name: 'makes a directory anew that the run removed',
    commands: ['rm -r src'],
    afterwards: 'mkdir src; echo mine > src/mine',
    stays: ['src/mine'],
  },
  {
    name: 'replaces a directory of the way by a link',
    commands: ['echo x > src/one.txt'],
    afterwards: 'mv src elsewhere; ln -s elsewhere src',
    notReverted: ['src/one.txt'],
  },
];
