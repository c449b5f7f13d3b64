/**
 * Writes the SBOM of the shipped packages with versions, hashes and licences as CycloneDX JSON:
 * service.cdx.json and console.cdx.json in sbom/ or the given folder. Needs package.json and the
 * lock file of both, and no installed package.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '../..');
const out = resolve(process.argv[2] ?? join(root, 'sbom'));

/**
 * Licences of packages whose package.json names none that npm can read, taken from their LICENSE
 * file.
 */
const readByHand = JSON.parse(readFileSync(join(import.meta.dirname, 'licences.json'), 'utf8'));

/**
 * Removes development dependencies first: `npm sbom --omit=dev` also omits packages that a
 * development dependency shares.
 */
function withoutDevelopment(described, lock) {
  const shipped = Object.entries(lock.packages).filter(([, { dev }]) => !dev);
  const packages = Object.fromEntries(shipped);
  delete described.devDependencies;
  delete packages[''].devDependencies;
  return [described, { ...lock, packages }];
}

function withLicences([described, lock]) {
  const packages = Object.entries(lock.packages).map(([path, entry]) => {
    const license = entry.license ?? readByHand[path.slice(path.lastIndexOf('node_modules/') + 13)];
    return [path, { ...entry, ...(license !== undefined && { license }) }];
  });
  return [described, { ...lock, packages: Object.fromEntries(packages) }];
}

const read = (folder, file) => JSON.parse(readFileSync(join(root, folder, file), 'utf8'));
const both = (folder) => [read(folder, 'package.json'), read(folder, 'package-lock.json')];

function list(name, contents) {
  const [described, lock] = withLicences(contents);
  const temporary = mkdtempSync(join(tmpdir(), 'sbom-'));
  // npm names the result after its folder.
  const folder = join(temporary, described.name);
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), JSON.stringify(described));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    const asked = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'];
    const listed = execFileSync('npm', [...asked, '--package-lock-only'], { cwd: folder });
    writeFileSync(join(out, `${name}.cdx.json`), listed);
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

mkdirSync(out, { recursive: true });
list('service', withoutDevelopment(...both('')));
// Every package of the console's build may end up in the page.
list('console', both('console'));
