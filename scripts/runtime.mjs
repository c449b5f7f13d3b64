/**
 * Finds the Node that the project runs on: the running one if new enough, else one from the npm
 * registry, pinned by checksum in config/runtime/. Works on Node 18 without packages.
 *
 *    node scripts/runtime.mjs lts|current       prints the folder of that Node
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isComplete, readPackages } from './installed.mjs';
import { npm } from './npm.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { step } from './steps.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The major version in `24.1.0` and in `>=24`. */
export function majorOf(version) {
  return Number(/\d+/.exec(version)?.[0]);
}

/** The oldest major version that package.json allows. */
export function oldestMajor() {
  return majorOf(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node);
}

export function isSupported(version = process.versions.node) {
  return majorOf(version) >= oldestMajor();
}

/**
 * The package with Node for a platform as `{ path, version, ... }` from the lock file; npm selects
 * by the same fields. Undefined if none is published.
 */
export function platformPackage(locked, { platform, arch }) {
  return Object.entries(locked)
    .map(([path, entry]) => ({ path, ...entry }))
    .find(({ os, cpu }) => [os].flat().includes(platform) && [cpu].flat().includes(arch));
}

/** The message when no Node can be installed. */
export function cannotBring(reason, { platform, arch, version }) {
  return (
    `This project needs Node ${oldestMajor()} or later; this is ${version}. One could not be ` +
    `installed from the npm registry for ${platform}-${arch}: ${reason} ` +
    `Install Node ${oldestMajor()} (https://nodejs.org) and try again.`
  );
}

/**
 * The path of a supported Node program.
 * @throws if there is none and none can be installed
 */
export function supportedNode() {
  return isSupported() ? process.execPath : bundledNode('lts');
}

/** The path of the Node program of config/runtime/<channel>, installed if missing. */
export function bundledNode(channel) {
  const folder = join(root, 'config/runtime', channel);
  const locked = readPackages(join(folder, 'package-lock.json'));
  const wanted = platformPackage(locked, process);
  if (wanted === undefined) throw new Error(cannotBring('none is published there.', process));
  const node = join(folder, wanted.path, wanted.bin.node);
  if (isThere(folder, wanted, node)) return node;
  const origin = `installing it from the npm registry, because this is ${process.version}.`;
  oneAtATime(join(folder, '.preparing'), () => {
    if (isThere(folder, wanted, node)) return;
    step(`Node ${wanted.version}`, origin, () => install(folder, node));
  });
  return node;
}

function isThere(folder, { path, ...entry }, node) {
  const present = readPackages(join(folder, 'node_modules', '.package-lock.json'));
  const needed = { [path]: { ...entry, optional: false } };
  return present !== undefined && isComplete(needed, present) && existsSync(node);
}

function install(folder, node) {
  try {
    const fetchNode = () => npm(['ci', '--include=optional', '--prefix', folder]);
    fetchNode();
    // npm is silent when it cannot download an optional package.
    if (!existsSync(node)) fetchNode();
  } catch (error) {
    throw new Error(cannotBring(error.message, process), { cause: error });
  }
  // The other Node may not know the options of this one.
  const env = { ...process.env };
  delete env.NODE_OPTIONS;
  const { status, error, stderr } = spawnSync(node, ['--version'], { encoding: 'utf8', env });
  if (status === 0) return;
  const reason = `it does not run here (${error?.message ?? stderr.trim().split('\n')[0]}).`;
  throw new Error(cannotBring(reason, process));
}

/**
 * The folder of the Node of a channel; that of the running Node if it has the same major version.
 */
function folderOf(channel) {
  const locked = readPackages(join(root, 'config/runtime', channel, 'package-lock.json'));
  const version = platformPackage(locked, process)?.version;
  const same = majorOf(version ?? '') === majorOf(process.versions.node);
  return dirname(same ? process.execPath : bundledNode(channel));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(`${folderOf(process.argv[2])}\n`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
