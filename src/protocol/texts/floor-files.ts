import { quoted } from './format.js';

const listed = (names: readonly string[]): string => names.join(', ');

/** Floors as files: refusals, and texts of the preview of an import. */
export const floorFileTexts = {
  fileRequired: 'A "file" is required: the JSON of an exported floor.',
  notAFile: 'This is no floor file: its "format" is not "office-floor".',
  newerVersion: (version: number) =>
    `This floor file has version ${version}, and this office reads version 1. Update the office first.`,
  badVersion: 'This is no floor file: its "version" is no whole number of 1 or more.',
  tooMuch: (values: number, depth: number) =>
    `The floor file holds more than ${values} values, or nests deeper than ${depth}.`,
  badName: (name: string) => `The floor file has a field that no file may have: ${quoted(name)}.`,
  invalid: (path: string, problem: string) =>
    `The floor file is not valid${path === '' ? '' : ` at ${path}`}: ${problem}`,
  badStyle: 'The floor file is not valid at style: it has a field that no style has.',
  twice: (what: string, id: string) => `The floor file has two ${what} with the id ${quoted(id)}.`,
  noDepartment: (role: string, id: string) =>
    `The role ${quoted(role)} belongs to a department that the floor file does not have: ${quoted(id)}.`,
  noManager: (role: string, id: string) =>
    `The role ${quoted(role)} reports to a role that the floor file does not have: ${quoted(id)}.`,
  circle: (role: string) =>
    `The role ${quoted(role)} would report to itself, directly or by others.`,
  noTemplate: (id: string) => `There is no template called ${quoted(id)}.`,
  unknownSkills: (ids: readonly string[]) => `This office has no skills called ${listed(ids)}.`,
  unknownPipelines: (ids: readonly string[]) =>
    `This office has no pipelines called ${listed(ids)}.`,
  allSkills: 'None of its skills is here, so the floor gets all that are.',
  allPipelines: 'None of its pipelines is here, so the floor gets all that are.',
  unstaffed: (pipeline: string, roles: readonly string[]) =>
    `The pipeline ${pipeline} cannot be chosen until there are people with the ids ${listed(roles)}.`,
  grants: (role: string, tools: readonly string[]) =>
    `${role}: tools of plugins, servers or agents (${listed(tools)}).`,
  asksShell: 'Commands in the sandbox without asking.',
  asksBounds: 'Other bounds of the sandbox.',
  asksPackages: 'Commands in the sandbox that reach the registries of packages.',
  asksHosts: (hosts: readonly string[]) => `Commands in the sandbox that reach ${listed(hosts)}.`,
  asksVisible: (patterns: readonly string[]) =>
    `Files that look like secrets, shown to employees: ${listed(patterns)}.`,
  asksTrusted: 'Files of the folder that count as a person’s own words.',
  asksSetup: (command: string) => `A command in each new worktree: ${command}`,
  nameTaken: (name: string, id: string) =>
    `A floor is called "${name}" already; this one gets the id "${id}".`,
} as const;
