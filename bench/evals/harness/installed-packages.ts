import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

export interface PackageVersion {
  readonly name: string;
  readonly version: string;
}

/** No script of a package runs, and nothing is written beside the packages. */
const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=500', '--fetch-timeout=20000'];
const installTimeoutMs = 60_000;

/** Packages from the registry, side by side in a temporary folder that `dispose` removes. */
export class InstalledPackages implements AsyncDisposable {
  private constructor(
    private readonly folder: string,
    private readonly wanted: readonly PackageVersion[],
  ) {}

  /** Installs every version with one call of npm. Throws with npm's words if that fails. */
  static async fetch(wanted: readonly PackageVersion[]): Promise<InstalledPackages> {
    const folder = await mkdtemp(join(tmpdir(), 'office-eval-npm-'));
    const specs = wanted.map(({ name, version }, at) => `${aliasOf(at)}@npm:${name}@${version}`);
    await writeFile(join(folder, 'package.json'), '{"private":true}');
    const args = ['install', '--prefix', folder, '--prefer-offline', '--loglevel=error'];
    const { failed, all } = await execa('npm', [...args, ...flags, ...patience, ...specs], {
      cwd: folder,
      all: true,
      reject: false,
      timeout: installTimeoutMs,
    });
    if (!failed) return new InstalledPackages(folder, wanted);
    await rm(folder, { recursive: true, force: true });
    throw new Error(`npm could not install ${specs.length} package(s): ${all}`);
  }

  /** Copies a package into a folder, as the source of a project. */
  async copy({ name, version }: PackageVersion, into: string): Promise<void> {
    await cp(this.folderOf({ name, version }), into, { recursive: true });
    await withoutTools(join(into, 'package.json'));
  }

  /** Licence of a package as its manifest says it. */
  async licenceOf(wanted: PackageVersion): Promise<unknown> {
    return (await manifestAt(join(this.folderOf(wanted), 'package.json')))['license'];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  private folderOf({ name, version }: PackageVersion): string {
    const at = this.wanted.findIndex((each) => each.name === name && each.version === version);
    if (at < 0) throw new Error(`${name}@${version} was not installed.`);
    return join(this.folder, 'node_modules', aliasOf(at));
  }
}

const aliasOf = (at: number): string => `package-${at}`;

/** Takes out scripts and their tools: what they need is not published with the package. */
async function withoutTools(path: string): Promise<void> {
  const { scripts: _scripts, devDependencies: _tools, ...kept } = await manifestAt(path);
  await writeFile(path, `${JSON.stringify(kept, null, 2)}\n`);
}

async function manifestAt(path: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
}
