import type { WorkspaceCase } from './workspace-cases.js';

/** Cases about git: its rules, commits, branches and repositories in repositories. */
export const repositoryCases: readonly WorkspaceCase[] = [
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
    name: 'a repository whose objects are named by SHA-256',
    setup: 'rm -rf .git; git init -q -b main --object-format=sha256',
    commands: ['mv src lib; echo more >> a.txt; chmod +x a.txt'],
  },
];
