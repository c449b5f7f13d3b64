import { compare, valid } from 'semver';

const inPackage = /(?<=^ {2}"version": ")[^"]+/gm;
const inLock = /(?<=^ {2}"version": "|^ {4}"": \{\n {6}"name": "[^"]+",\n {6}"version": ")[^"]+/gm;
const inInterface = /(?<=^ {4}"version": ")[^"]+/gm;
const inManifest = /(?<=image: office-orchestration-service:)\S+/g;
const inChart = /(?<=^(?:version|appVersion): )\S+/gm;

/** Every place where the version is told, by file; `npm version` knows those of npm only. */
export const places = {
  'package.json': inPackage,
  'package-lock.json': inLock,
  'console/package.json': inPackage,
  'console/package-lock.json': inLock,
  'docs/api/openapi.json': inInterface,
  'docs/api/asyncapi.json': inInterface,
  'deploy/kubernetes.yaml': inManifest,
  'deploy/kubernetes-fleet.yaml': inManifest,
  'deploy/helm/Chart.yaml': inChart,
};

/** The versions in the text of a file. */
export function toldIn(file, text) {
  return text.match(places[file]) ?? [];
}

/** @throws if the file has no version */
export function withVersion(file, text, version) {
  if (toldIn(file, text).length === 0) throw new Error(`${file} tells no version.`);
  return text.replace(places[file], version);
}

/**
 * The reasons against a release, one sentence each; empty if there are none.
 * @param asked the version to be released; undefined: none was given, and the changelog has none
 * @param current the version of package.json
 * @param newest the version of the newest tag; undefined before the first release
 * @param section the changelog's section of the version; undefined if there is none
 * @param unreleased the changelog's text under no version yet
 */
export function refusals({ asked, current, newest, branch, isDirty, section, unreleased }) {
  if (asked === undefined) return ['CHANGELOG.md has no section of a version.'];
  if (valid(asked) !== asked) return [`"${asked}" is no version such as 1.2.3.`];
  const reasons = [];
  if (newest !== undefined && compare(asked, newest) <= 0) {
    reasons.push(`${asked} is not newer than ${newest}, the newest tag.`);
  }
  if (compare(asked, current) < 0) {
    reasons.push(`${asked} is older than ${current}, the version of package.json.`);
  }
  if (branch !== 'main') {
    reasons.push(`The branch is ${branch || 'none'}; releases are made of main.`);
  }
  if (isDirty) reasons.push('There are changes that are not committed.');
  if (!section) reasons.push(`CHANGELOG.md says nothing of ${asked}.`);
  if (unreleased) {
    reasons.push(`CHANGELOG.md has lines under Unreleased; they belong to ${asked} or elsewhere.`);
  }
  return reasons;
}
