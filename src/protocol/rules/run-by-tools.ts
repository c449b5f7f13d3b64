/** Files that build tools, package managers, shells, editors and services run or take commands from. */
const fileNames = new Set([
  ...['package.json', '.npmrc', '.yarnrc.yml', '.pnpmfile.cjs', '.pnp.cjs', '.pnp.loader.mjs'],
  ...['makefile', 'gnumakefile', 'justfile', 'taskfile.yml', 'rakefile', 'gemfile', 'vagrantfile'],
  ...[
    'gulpfile.js',
    'gruntfile.js',
    'jakefile.js',
    'dangerfile',
    'fastfile',
    'podfile',
    'procfile',
  ],
  ...[
    '.envrc',
    '.bashrc',
    '.bash_profile',
    '.profile',
    '.zshrc',
    '.zshenv',
    '.mise.toml',
    'mise.toml',
  ],
  ...[
    'setup.py',
    'setup.cfg',
    'pyproject.toml',
    'conftest.py',
    'noxfile.py',
    'tox.ini',
    'tasks.py',
  ],
  ...['sitecustomize.py', 'usercustomize.py', 'manage.py'],
  ...[
    'cargo.toml',
    'build.rs',
    'cmakelists.txt',
    'meson.build',
    'configure',
    'pom.xml',
    'build.xml',
  ],
  ...['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts', 'gradlew'],
  ...['gradlew.bat', 'gradle.properties', 'init.gradle', 'mvnw', 'mvnw.cmd', 'build.sbt'],
  ...['workspace', 'build', 'build.bazel', 'module.bazel', '.bazelrc', 'flake.nix', 'shell.nix'],
  ...['default.nix', 'dockerfile', 'compose.yaml', 'compose.yml', 'docker-compose.yml'],
  ...['docker-compose.yaml', '.pre-commit-config.yaml', 'lefthook.yml', 'lefthook.yaml'],
  ...['.lintstagedrc', '.lintstagedrc.json', '.gitattributes', '.gitmodules', '.gitconfig'],
  ...['jenkinsfile', '.gitlab-ci.yml', '.travis.yml', 'azure-pipelines.yml', 'appveyor.yml'],
  ...['bitbucket-pipelines.yml', 'cloudbuild.yaml', '.mcp.json'],
]);

const folderNames = new Set([
  ...['node_modules', '.git', '.githooks', '.husky', '.vscode', '.vscode-test', '.idea', '.fleet'],
  ...[
    '.zed',
    '.cursor',
    '.claude',
    '.codex',
    '.gemini',
    '.devcontainer',
    '.yarn',
    '.mvn',
    '.cargo',
  ],
  ...['.circleci', '.buildkite', '.venv', 'venv', '.direnv', '.bundle'],
]);

const folders = ['.github/workflows/', '.github/actions/', '.gitea/workflows/', 'gradle/wrapper/'];

/** Configuration that is code, and workspace files of editors. */
const patterns = [
  /\.config\.[cm]?[jt]sx?$/,
  /^\.[\w-]+rc\.[cm]?[jt]s$/,
  /\.code-workspace$/,
  /\.(?:pth|targets|props)$/,
];

/**
 * True if programs run a file of a workspace, or commands in it, when a person works in the folder
 * or passes it on: changing it has an effect on their machine.
 */
export function isRunByTools(path: string): boolean {
  const parts = path
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '');
  const name = parts.at(-1) ?? '';
  const isFolder = path.endsWith('/');
  const above = isFolder ? parts : parts.slice(0, -1);
  const place = `/${above.join('/')}/`;
  return (
    above.some((part) => folderNames.has(part)) ||
    folders.some((folder) => place.includes(`/${folder}`)) ||
    (!isFolder && (fileNames.has(name) || patterns.some((pattern) => pattern.test(name))))
  );
}
