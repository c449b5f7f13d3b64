import { basename, dirname, join, relative } from 'node:path';
import { isInside } from '#platform/paths/resolve-lexically.js';

type Variables = Readonly<Record<string, string>>;

/** Folders of a home directory that hold tool chains and no credentials. */
const toolRoots = new Set(
  [
    '.pyenv .nvm .volta .fnm .asdf .rbenv .nodenv .goenv .jenv .phpenv .sdkman .bun .deno .rustup',
    '.opam .ghcup .jbang .dotnet .krew .nix-profile .swiftly .juliaup .rye .proto .n go sdk',
    'miniconda3 anaconda3 miniforge3 mambaforge micromamba',
  ].flatMap((line) => line.split(' ')),
);

/** Variables that name tool chains. */
const toolVariables = [
  'PYENV_ROOT',
  'NVM_DIR',
  'VOLTA_HOME',
  'FNM_DIR',
  'ASDF_DIR',
  'ASDF_DATA_DIR',
  'RBENV_ROOT',
  'RUSTUP_HOME',
  'GOROOT',
  'JAVA_HOME',
  'JDK_HOME',
  'M2_HOME',
  'GRADLE_HOME',
  'SDKMAN_DIR',
  'ANDROID_HOME',
  'ANDROID_SDK_ROOT',
  'VIRTUAL_ENV',
  'CONDA_PREFIX',
  'DOTNET_ROOT',
  'PNPM_HOME',
  'BUN_INSTALL',
  'DENO_INSTALL',
  'PLAYWRIGHT_BROWSERS_PATH',
] as const;

/** Further folders that programs in these folders of the PATH need. */
const companions: Readonly<Record<string, readonly string[]>> = {
  '.cargo': ['.rustup'],
  '.local': ['lib', 'share/uv', 'share/pipx', 'share/mise', 'share/fnm', 'share/pnpm'].map((name) =>
    join('.local', name),
  ),
};

/**
 * The folders in a home directory that tools need to run: those on the PATH, the tool chains that
 * variables name, and the Node in use.
 * @param node the file of the Node in use
 */
export function toolFolders(home: string, environment: Variables, node: string): readonly string[] {
  const { PATH = '' } = environment;
  const named = toolVariables.flatMap((name) => environment[name] ?? []);
  const folders = [
    ...PATH.split(':').flatMap((entry) => foldersFor(home, entry)),
    ...named.filter((path) => isBelow(home, path)),
    ...foldersFor(home, dirname(node)),
  ];
  return [...new Set(folders)];
}

function foldersFor(home: string, entry: string): readonly string[] {
  if (!isBelow(home, entry)) return [];
  const [top = '', second = '', third = ''] = relative(home, entry).split('/');
  const others = (companions[top] ?? []).map((name) => join(home, name));
  if (toolRoots.has(top)) return [join(home, top)];
  if (top === '.local' && second === 'share' && third !== '') {
    return [join(home, top, second, third), ...others];
  }
  const above = dirname(entry);
  const isOfOneTool = basename(entry) === 'bin' && isBelow(home, dirname(above));
  return [isOfOneTool ? above : entry, ...others];
}

/** Inside, and not the folder itself. */
function isBelow(folder: string, path: string): boolean {
  return path.startsWith('/') && path !== folder && isInside(folder, path);
}
