import { z } from 'zod';
import { clip } from '#platform/text/clip.js';
import { parsedOrUndefined } from '#platform/text/foreign-json.js';

const scriptCharacters = 120;
const scriptsShown = 15;

/** What `npm init` writes for a project without tests. */
const noTest = 'no test specified';

const packageJson = z.looseObject({
  scripts: z.record(z.string(), z.string()).optional(),
  dependencies: z.looseObject({}).optional(),
  devDependencies: z.looseObject({}).optional(),
});

/** Files that describe how a project is built, by name. */
export const manifestNames: ReadonlySet<string> = new Set([
  'package.json',
  'pyproject.toml',
  'requirements.txt',
  'setup.py',
  'setup.cfg',
  'tox.ini',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'Gemfile',
  'composer.json',
  'Makefile',
  'CMakeLists.txt',
  'deno.json',
  'Dockerfile',
  'compose.yaml',
]);

/** True if the text of a `package.json` names packages that must be installed. */
export function namesPackages(text: string): boolean {
  const { data } = packageJson.safeParse(parsedOrUndefined(text));
  const named = { ...data?.dependencies, ...data?.devDependencies };
  return Object.keys(named).length > 0;
}

/** A project's commands and declared scripts. */
export interface ProjectCommands {
  readonly commands: readonly string[];
  readonly scripts: readonly string[];
  /** The project's own test command; absent: none is declared. */
  readonly test?: string;
}

/**
 * How to test and build the project of a manifest, derived from its text without running anything.
 *
 * @param has true if the manifest's directory has a file of this name
 */
export function projectCommands(
  name: string,
  text: string,
  has: (file: string) => boolean,
): ProjectCommands {
  switch (name) {
    case 'package.json':
      return nodeCommands(text, has);
    case 'Makefile':
      return makeCommands(text);
    case 'Cargo.toml':
      return { commands: ['cargo test', 'cargo build'], scripts: [], test: 'cargo test' };
    case 'go.mod':
      return { commands: ['go test ./...', 'go build ./...'], scripts: [], test: 'go test ./...' };
    case 'pyproject.toml':
    case 'requirements.txt':
    case 'setup.py':
    case 'tox.ini': {
      const usesPytest = /\bpytest\b/.test(text) || has('pytest.ini') || has('conftest.py');
      const test = usesPytest ? 'python -m pytest' : 'python -m unittest';
      return { commands: [test], scripts: [], ...(usesPytest && { test }) };
    }
    case 'pom.xml':
      return { commands: ['mvn test', 'mvn package'], scripts: [], test: 'mvn test' };
    default:
      return { commands: [], scripts: [] };
  }
}

function nodeCommands(text: string, has: (file: string) => boolean): ProjectCommands {
  const parsed = packageJson.safeParse(parsedOrUndefined(text));
  const scripts = Object.entries(parsed.data?.scripts ?? {});
  const manager = has('pnpm-lock.yaml') ? 'pnpm' : has('yarn.lock') ? 'yarn' : 'npm';
  const common = ['test', 'build', 'lint', 'typecheck', 'format'];
  const names = scripts.map(([script]) => script);
  const own = parsed.data?.scripts?.['test'] ?? '';
  const hasTest = own.trim() !== '' && !own.includes(noTest);
  return {
    ...(hasTest && { test: `${manager} run test` }),
    commands: common
      .filter((script) => names.includes(script))
      .map((script) => `${manager} run ${script}`),
    scripts: scripts
      .slice(0, scriptsShown)
      .map(([script, line]) => `${clip(script, 60)}: ${clip(line, scriptCharacters, '…')}`),
  };
}

function makeCommands(text: string): ProjectCommands {
  const targets: readonly string[] = text.match(/^[a-z][\w-]{0,40}(?=:(?!=))/gim) ?? [];
  const common = ['test', 'check', 'build', 'all', 'lint'];
  const test = ['test', 'check'].find((target) => targets.includes(target));
  return {
    ...(test !== undefined && { test: `make ${test}` }),
    commands: common.filter((target) => targets.includes(target)).map((target) => `make ${target}`),
    scripts:
      targets.length === 0 ? [] : [`make targets: ${targets.slice(0, scriptsShown).join(', ')}`],
  };
}
