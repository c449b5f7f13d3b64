export const workspaceTexts = {
  nameRequired: 'A non-empty "name" is required.',
  nothingToUpdate: 'Nothing to update: send skillIds, budget, name, description, color or style.',
  unknownBound: (name: string, known: readonly string[]) =>
    `"sandboxBounds" has no "${name}"; it has ${known.join(', ')}.`,
  badHost: (text: string) =>
    `"${text}" in "hosts" is no host such as example.org, *.example.org or example.org:8443.`,
  badPattern: (text: string) =>
    `"${text}" in "visibleSecrets" is no pattern of file names such as config/*.pem, of at most 500 characters.`,
  tooManyListed: (name: string, most: number) => `"${name}" may list at most ${most}.`,
  badBound: (name: string, most: number) =>
    `"sandboxBounds.${name}" must be a whole number from 1 to ${most}.`,
  noAllowedCheck: (id: string, command: string) => `No check "${command}" is allowed on "${id}".`,
  noWorkspace: (id: string) => `No workspace "${id}".`,
  noWorkspaceToSelect: (id: string) => `There is no workspace "${id}".`,
  needsName: 'A workspace needs a name.',
  nameTooLong: 'Workspace names are limited to 60 characters.',
  pathNotAbsolute: (path: string) =>
    `"${path}" is not an absolute path. Give the whole path, or a folder name to work under the workspaces root.`,
  pathOutside: (path: string, root: string) =>
    `External workspaces are disabled, so "${path}" is outside the permitted root ${root}. ` +
    'Choose a folder under it, or allow external workspaces in the settings.',
  folderInvalid: 'A folder name cannot be empty or contain a path separator.',
  folderEscapes: (folder: string, root: string) =>
    `"${folder}" escapes the workspaces root ${root}.`,
  pathTaken: (path: string) => `An office already works in ${path}.`,
  placeOfSystem: (path: string) =>
    `${path} is a place of the system or a whole home directory, so no floor may work in it. Choose a folder of its own.`,
  placeOfOffice: (path: string) =>
    `${path} holds the office itself or its data, or is inside them, so no floor may work in it. Choose another folder.`,
  placeOfGit: (path: string) =>
    `${path} is a git directory or inside one, so no floor may work in it. Choose the folder of the repository.`,
  opened: (name: string, path: string) => `"${name}" opened in ${path}.`,
  notTrusted: (name: string) =>
    `The folder of ${name} holds files, and they are not marked as trusted: they count as foreign text.`,
  worksOnFiles: (name: string, path: string) =>
    `"${name}" works on the files that ${path} held before.`,
  filesElsewhere: (group: string) =>
    `the files of this floor are with the replicas of the group "${group}".`,
  filesMissing: (path: string) => `${path} is not there; work goes on as soon as it is back.`,
  runWaits: (reason: string) => `The run waits: ${reason}`,
  noReplicaOf: (group: string) =>
    `no replica of the group "${group}" is there, with which the files of this floor are.`,
  directoriesUnknown: (error: string) =>
    `The directories of floors could not be looked up: ${error}`,
  directoriesMissing: (count: number) =>
    `The directories of ${count} floor(s) are not there; work on these floors waits.`,
  rootMissing: (root: string) =>
    `The workspaces root ${root} is not there, though floors work in it: its volume is missing.`,
  couldNotCreate: (path: string, error: string) => `Could not create ${path}: ${error}`,
  defaultStays:
    'The first organisation cannot be closed: it is the fallback when nothing else is selected.',
  hasActiveRuns: (name: string, count: number) =>
    `"${name}" has ${count} active run(s). Cancel them or wait before closing the floor.`,
  needsSkill: 'An organisation needs at least one skill available to its employees.',
  badDefaultBudget: 'A default run budget must be zero or more.',
  badTotalBudget: 'A total budget must be zero or more.',
  badStyle: 'That is not a style this build can apply.',
  noPreset: (id: string) => `There is no style preset called "${id}".`,
  noRole: (id: string) => `No role "${id}".`,
  roleExists: (id: string) => `A role with id "${id}" already exists here.`,
  noManager: (id: string) => `Reports-to role "${id}" does not exist.`,
  noSeat: (id: string) => `There is no seat "${id}" on this floor.`,
  seatTaken: (id: string, displayName: string) => `Seat "${id}" is taken by ${displayName}.`,
  needsTool: 'An employee must keep at least one tool; the whole list was unknown.',
  skillsNotEnabled: (floor: string) => `"${floor}" has none of those skills enabled.`,
  nothingToGrant: 'Nothing to change: send allowedTools or skillIds.',
  noKit: 'this installation has no block kit, so there is nothing to build with.',
  noKitToRemove: 'this installation has no block kit.',
  emptyKit: 'the block kit has no rooms to build with.',
  noRoomLeft: 'there is no room left to build on: every port is either used or blocked.',
  coreOnly: (floor: string) => `"${floor}" is the core office only; there is nothing to remove.`,
  roomNeeded: (floor: string, employees: number, seats: number) =>
    `"${floor}" has ${employees} employee(s) and would only have ${seats} seat(s) left; no room can be spared.`,
  grew: (name: string, rooms: number, floor: number) =>
    `"${name}" grew ${rooms} room(s) on floor ${floor}.`,
  outOfRoom: (name: string) =>
    `"${name}" has run out of room to build: some employees have no desk.`,
} as const;

/** Description of a floor's layout, and the log line when its kit has changed. */
export const floorTexts = {
  shown: (floors: number, name: string) => `${floors}, showing "${name}"`,
  coreAlone: 'core only',
  grown: (names: readonly string[]) => `core + ${names.length} rooms · ${names.join(', ')}`,
  modulesGone: (name: string, kinds: readonly string[]) =>
    `"${name}" lost ${kinds.length} room(s) that the block kit no longer has: ${kinds.join(', ')}.`,
} as const;
