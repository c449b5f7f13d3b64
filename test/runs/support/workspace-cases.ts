/** What employees do to files, and what becomes of it. */
export interface WorkspaceCase {
  readonly name: string;
  /** Prepares the repository, in its root; the workspace is `packages/app`. Everything is committed then. */
  readonly setup?: string;
  /** What is not committed, in the workspace. */
  readonly uncommitted?: string;
  /** What employees do, one call each. */
  readonly commands: readonly string[];
  /** Paths that stay as the run left them, and are named. */
  readonly left?: readonly string[];
  /** Paths in the words of a refused revert. */
  readonly notReverted?: readonly string[];
  /** What the refused delivery says. */
  readonly notDelivered?: string;
  /** Names that Node cannot write cannot be compared afterwards. */
  readonly isDeliveredOnly?: boolean;
  /** Paths that were ignored before the run. */
  readonly aside?: readonly string[];
}

export const workspaceCases: readonly WorkspaceCase[] = [
  // Moves: nothing is left out for its times.
  { name: 'a directory that is renamed', commands: ['mv src lib'] },
  { name: 'a directory that git renames', commands: ['git mv src lib'] },
  { name: 'a directory that comes from elsewhere', commands: ['mv ../../../outside/gen gen'] },
  { name: 'a directory that is renamed twice', commands: ['mv src lib', 'mv lib packages'] },
  {
    name: 'a directory that moves into a new one',
    commands: ['mkdir -p new/deep && mv src new/deep/'],
  },
  { name: 'files that keep their times', commands: ['cp -a src copy; cp -p a.txt old.txt'] },
  {
    name: 'files out of an archive',
    commands: ['tar cf /tmp/$$.tar src && mkdir un && tar xf /tmp/$$.tar -C un; rm /tmp/$$.tar'],
  },
  {
    name: 'two directories that change places',
    commands: ['mv src t && mv docs src && mv t docs'],
  },
  {
    name: 'files with times of long ago',
    commands: ['echo old > old.txt; touch -d 2001-01-01 old.txt'],
  },
  { name: 'a directory that takes the name of a file', commands: ['rm a.txt; mv src a.txt'] },
  { name: 'a link that takes the place of a directory', commands: ['mv src real; ln -s real src'] },
  { name: 'a second name of a file', commands: ['ln a.txt b.txt; ln src/one.txt src/three.txt'] },
  // What was there and is not recorded.
  {
    name: 'a large file that is made small',
    uncommitted: 'head -c 3000000 /dev/zero > big.bin',
    commands: ['echo small > big.bin'],
    notReverted: ['big.bin'],
    notDelivered: 'were not as committed when the run began to change them',
  },
  {
    name: 'an ignored file that is written and comes into view',
    uncommitted: 'echo mine > .env',
    commands: ['echo theirs > .env; sed -i /env/d .gitignore'],
    notReverted: ['.env'],
    aside: ['.env'],
  },
  {
    name: 'an ignored file that is renamed',
    uncommitted: 'echo mine > .env',
    commands: ['mv .env env.txt'],
  },
  {
    name: 'an ignored directory that is renamed',
    uncommitted: 'mkdir out && echo 1 > out/1 && echo 2 > out/2',
    commands: ['mv out shown'],
  },
  {
    name: 'an ignored file that is renamed and changed',
    uncommitted: 'echo mine > .env',
    commands: ['mv .env env.txt; echo more >> env.txt'],
    notReverted: ['env.txt'],
  },
  {
    name: 'an ignored file that is copied and removed',
    uncommitted: 'echo mine > .env',
    commands: ['cp .env env.txt; rm .env'],
    notReverted: ['env.txt'],
  },
  {
    name: 'a package that is moved out of node_modules',
    uncommitted:
      'mkdir -p node_modules/x && echo 1 > node_modules/x/1 && echo 2 > node_modules/x/2',
    commands: ['mv node_modules/x x'],
    notReverted: ['x/1', 'x/2'],
  },
  {
    name: 'a file that is moved out of an environment of Python',
    uncommitted: 'mkdir -p venv/lib && echo 1 > venv/lib/1',
    commands: ['mv venv/lib/1 one', 'echo more >> one'],
    notReverted: ['one'],
  },
  {
    name: 'a file that is moved out of a large ignored folder',
    uncommitted: 'mkdir -p out/b; for i in $(seq 2100); do echo $i > out/b/$i; done',
    commands: ['mv out/b/77 seen; echo x > a.txt'],
    notReverted: ['seen'],
  },
  {
    name: 'an ignored file that is renamed over a committed one',
    uncommitted: 'echo mine > .env',
    commands: ['mv .env a.txt'],
    notReverted: ['a.txt'],
  },
  {
    name: 'packages that are changed beside files that are moved and edited',
    uncommitted: 'mkdir -p node_modules/x && echo 1 > node_modules/x/1',
    commands: [
      'mv src lib; echo x > a.txt; echo 2 > node_modules/x/1',
      'sed -i s/1/2/ lib/one.txt',
    ],
    left: ['node_modules/'],
  },
  // "Reverted" is said only of what was.
  {
    name: 'ignored files that are written, made and removed',
    uncommitted: 'echo mine > .env; mkdir out; echo 1 > out/1; echo 2 > out/2',
    commands: ['echo more >> .env; rm out/1; echo 3 > out/3; echo x > a.txt'],
    left: ['.env', 'out/1', 'out/3'],
    aside: ['.env'],
  },
  {
    name: 'a file deep in node_modules',
    uncommitted: 'mkdir -p node_modules/x/y && echo 1 > node_modules/x/y/z.js',
    commands: ['echo 2 >> node_modules/x/y/z.js; echo x > a.txt'],
    left: ['node_modules/'],
  },
  {
    name: 'a file that grows over the bound',
    commands: ['head -c 3000000 /dev/zero > a.txt; echo x > c.txt'],
  },
  {
    name: 'a large file out of sight that comes into view',
    commands: ['mkdir out; head -c 3000000 /dev/zero > out/big', 'sed -i /out/d .gitignore'],
    left: ['out', 'out/big'],
  },
  {
    name: 'a large ignored folder that comes into view',
    uncommitted: 'mkdir -p out; for i in $(seq 2100); do echo $i > out/$i; done',
    commands: ['sed -i /out/d .gitignore', 'echo new > out/new'],
    notReverted: ['out/new'],
    aside: Array.from({ length: 2100 }, (_each, index) => `out/${index + 1}`),
  },
  // Modes and directories.
  {
    name: 'permissions',
    uncommitted: 'chmod 600 a.txt; chmod 700 src',
    commands: ['chmod 644 a.txt; chmod 755 src; chmod 700 docs'],
    notDelivered: 'changed no file.',
  },
  {
    name: 'a private file that is replaced',
    uncommitted: 'chmod 600 a.txt',
    commands: ['echo new > t; mv t a.txt; chmod 644 a.txt'],
  },
  {
    name: 'an empty directory that goes',
    uncommitted: 'mkdir -p empty/deep; chmod 750 empty',
    commands: ['rm -r empty; echo x > a.txt'],
  },
  { name: 'a directory that comes and goes', commands: ['mkdir -p made/deep; rm -r docs'] },
  {
    name: 'a pipe in the place of a file',
    commands: ['rm a.txt; mkfifo a.txt; echo x > c.txt'],
    notDelivered: 'no state holds what it left in a.txt',
    isDeliveredOnly: true,
  },
];
