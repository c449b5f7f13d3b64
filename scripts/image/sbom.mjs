/**
 * Lists the packages that are shipped, with versions, hashes and licences, as CycloneDX in JSON:
 * service.cdx.json and console.cdx.json in sbom/, or in the folder that is named. Needs package.json
 * and the lock of both, and no installed package.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '../..');
const out = resolve(process.argv[2] ?? join(root, 'sbom'));

/** Of packages whose package.json names none as npm reads it, by the file LICENSE beside it. */
const readByHand = JSON.parse(readFileSync(join(import.meta.dirname, 'licences.json'), 'utf8'));

/**
 * `npm sbom --omit=dev` also leaves out what a development dependency uses as well, so it is shown a
 * package that has none.
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
  // npm names what it lists after its folder.
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
// All that builds the page may end up in it.
list('console', both('console'));
