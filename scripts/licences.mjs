import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const packageOf = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/;

/**
 * Licences of the packages that the modules belong to, with names and versions. A zero byte marks
 * ids of modules that the bundler generated.
 */
export function licencesOf(modules) {
  const paths = modules.map((id) => id.replace(/^\0/, ''));
  const folders = paths
    .map((path) => packageOf.exec(path)?.[0])
    .filter((path) => path !== undefined);
  return [...new Set(folders)].sort().map(licenceOf).join('\n');
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${'-'.repeat(80)}\n${name} ${version} (${license})\n`, ...texts].join('\n') + '\n';
}
