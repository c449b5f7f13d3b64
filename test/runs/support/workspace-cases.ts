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
  // What git would say.
  {
    name: 'a file that is committed and ignored',
    setup: 'echo kept > packages/app/kept.log; git add -f packages/app/kept.log',
    commands: ['echo more >> kept.log'],
  },
  {
    name: 'committed files of node_modules',
    setup:
      'mkdir -p packages/app/node_modules/x; echo 1 > packages/app/node_modules/x/1; git add -f packages/app/node_modules',
    commands: ['echo 2 > node_modules/x/1'],
  },
  {
    name: 'rules of .git/info/exclude',
    setup: 'echo "*.local" >> .git/info/exclude',
    commands: ['echo x > x.local; echo y > y.txt'],
    left: ['x.local'],
  },
  {
    name: 'rules of core.excludesFile',
    setup: 'echo "*.mine" > .git/mine; git config core.excludesFile "$PWD/.git/mine"',
    commands: ['echo x > x.mine; echo y > y.txt'],
    left: ['x.mine'],
  },
  {
    name: 'rules above the workspace',
    setup: 'echo "*.up" > .gitignore',
    commands: ['echo x > x.up; echo y > y.txt'],
    left: ['x.up'],
  },
  {
    name: 'line ends that git converts',
    setup: 'git config core.autocrlf true',
    uncommitted: 'rm a.txt && git checkout -q a.txt',
    commands: ['printf "new\\r\\nfile\\r\\n" > n.txt; printf "one\\r\\nmore\\r\\n" > a.txt'],
  },
  {
    name: 'line ends by attributes',
    setup: 'printf "*.txt text eol=crlf\\n" > packages/app/.gitattributes',
    uncommitted: 'rm a.txt && git checkout -q a.txt',
    commands: ['printf "new\\r\\nfile\\r\\n" > n.txt; printf "more\\r\\n" >> a.txt'],
  },
  {
    name: 'a clean filter',
    setup:
      'git config filter.up.clean "tr a-z A-Z"; git config filter.up.smudge "tr A-Z a-z"; echo "*.up filter=up" > packages/app/.gitattributes; echo shout > packages/app/s.up',
    commands: ['echo louder >> s.up; echo new > n.up'],
  },
  {
    name: 'modes that git does not look at',
    setup: 'git config core.fileMode false',
    uncommitted: 'chmod 755 a.txt',
    commands: ['echo more >> a.txt; echo x > x.sh; chmod +x x.sh'],
  },
  {
    name: 'names with magic',
    commands: [
      'echo 1 > ":(top)x"; echo 2 > "*.txt"; echo 3 > ":b"; echo 4 > "-c"; printf 5 > "a\nb"; echo 6 > "é \\"q\\""',
    ],
  },
  {
    name: 'a name that is no UTF-8',
    commands: ['echo 1 > "$(printf "b\\351d")"; echo x > a.txt'],
    notDelivered: 'no state holds what it left in b',
    isDeliveredOnly: true,
  },
  {
    name: 'names that another system takes for .git',
    commands: [
      'echo 1 > "git~1"; mkdir ".git."; echo 2 > ".git./x"; echo 3 > .git::x; echo x > a.txt',
    ],
    notDelivered: 'git takes no file of such a name: .git./x, .git::x, git~1',
  },
  // Commits and branches that the run makes.
  {
    name: 'a commit of the first of two changes',
    commands: [
      'echo x > a.txt; mv src lib; git add -A; git -c user.name=U -c user.email=u@e commit -qm mine',
      'echo y >> docs/d.txt',
    ],
  },
  {
    name: 'a change of branch before the work',
    setup:
      'git add -A; git commit -qm 1; git checkout -qb other; echo o > packages/app/o.txt; git rm -q packages/app/a.txt; git add -A; git commit -qm 2; git checkout -q main',
    commands: ['git checkout -q other', 'echo n > n.txt'],
  },
  {
    name: 'a merge and a file that is committed as it is',
    setup:
      'git add -A; git commit -qm 1; git checkout -qb other; echo o > packages/app/o.txt; git add -A; git commit -qm 2; git checkout -q main',
    commands: ['git merge -q other', 'echo n > n.txt'],
  },
  {
    name: 'a commit of everything',
    commands: ['echo x > a.txt; git -c user.name=U -c user.email=u@e commit -qam mine'],
    notDelivered: 'what it changed is committed already',
  },
  {
    name: 'a directory that git does not check out any more',
    commands: ['git sparse-checkout set --no-cone "/*" "!/packages/app/src"; echo x > a.txt'],
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
  // Submodules.
  {
    name: 'a workspace that is a submodule',
    setup:
      'rm -rf packages/app .git; git init -q -b main ../sub-origin 2>/dev/null; cp -r "$TEMPLATE/." ../sub-origin/; git -C ../sub-origin add -A; git -C ../sub-origin -c user.name=U -c user.email=u@e commit -qm sub; git init -q -b main; git -c protocol.file.allow=always submodule --quiet add "$PWD/../sub-origin" packages/app; git commit -qm super',
    commands: ['echo more >> a.txt; mv src lib'],
  },
  {
    name: 'files inside a submodule',
    setup:
      'git init -q -b main ../inner-origin 2>/dev/null; echo in > ../inner-origin/in.txt; git -C ../inner-origin add -A; git -C ../inner-origin -c user.name=U -c user.email=u@e commit -qm in; git -c protocol.file.allow=always submodule --quiet add "$PWD/../inner-origin" packages/app/inner',
    commands: ['echo more >> inner/in.txt; echo x > a.txt'],
    notDelivered: 'belong to a repository inside the workspace; commit them there: inner/in.txt',
  },
  {
    name: 'a repository that is made inside',
    commands: ['git init -q inner; echo x > inner/x.txt'],
    notDelivered: 'inner/x.txt',
    left: ['inner'],
  },
  {
    name: 'an ignored repository inside the workspace',
    uncommitted: 'git init -q out/r; echo 1 > out/r/1',
    commands: ['echo 2 > out/r/1; echo x > a.txt'],
    left: ['out/r/1'],
  },
  {
    name: 'a pipe in the place of a file',
    commands: ['rm a.txt; mkfifo a.txt; echo x > c.txt'],
    notDelivered: 'no state holds what it left in a.txt',
    isDeliveredOnly: true,
  },
  {
    name: 'a repository whose objects are named by SHA-256',
    setup: 'rm -rf .git; git init -q -b main --object-format=sha256',
    commands: ['mv src lib; echo more >> a.txt; chmod +x a.txt'],
  },
];
