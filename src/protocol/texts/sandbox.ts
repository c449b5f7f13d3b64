import type { SandboxBounds } from '../records/organisation.js';

/** Why commands cannot be run in a sandbox here; each follows a colon. */
export const sandboxObstacles = {
  off: 'OFFICE_SANDBOX is off',
  platform: (platform: string) => `there is none for ${platform}`,
  notInstalled: (program: string) =>
    `${program} is not installed where this office runs, or not on its PATH`,
  noNamespaces: (place: string, said: string) =>
    `the system lets this account make no user namespaces${place} (${said})`,
  noProc: (place: string, said: string) => `a /proc of its own cannot be mounted${place} (${said})`,
  failed: (said: string) => `bubblewrap failed: ${said}`,
  inContainer: ', in a container, whose runtime has to allow it',
  silent: 'it does not answer',
} as const;

/** What people and employees are told of sandboxes. */
export const sandboxTexts = {
  available: (mode: string) =>
    mode === 'required'
      ? 'commands run in a sandbox, and nothing runs outside'
      : 'commands can run in a sandbox',
  missing: (obstacle: string) => `there is no sandbox: ${obstacle}`,
  /** Ends the description of what a command may touch if no sandbox is available. */
  noneTouches: (obstacle: string) => `There is no sandbox for it: ${obstacle}.`,
  insideTouches: (directory: string) =>
    `It runs in a sandbox: it can write to ${directory} alone, read neither credentials nor other floors, and reach no network but the hosts that the floor names.`,
  told: (directory: string) =>
    `Commands then run without asking, in a sandbox: they can write to ${directory} and to folders of their own, read the rest of the system without home directories, the office's data and other floors, and reach no network but the hosts that the floor names.`,
  requiredMissing: (obstacle: string) =>
    `Nothing was run: this office runs commands in a sandbox only, and there is none: ${obstacle}.`,
  nothingOutside: 'Nothing was run: this office runs nothing outside its sandbox.',
  needsReason: 'run_shell with "outside" requires a non-empty "reason" string.',
  outsideDetail: (detail: string, reason: string) =>
    `${detail}\n\noutside the sandbox, because: ${reason}`,
  outsideCovers: (detail: string) => `${detail}\n\noutside the sandbox`,
  linkedPlace: (path: string) => `${path} is a link, which a sandbox cannot protect`,
  isHome: (path: string) => `${path} is the home directory, which a sandbox hides`,
  /** Added to the result of a command that failed inside by what the sandbox may have denied. */
  ranInside: (hasHosts: boolean) =>
    `(it ran in a sandbox, ${hasHosts ? 'with a few hosts as its network' : 'without network'}, where the workspace and /tmp alone can be written)`,
  mustBeInside: (id: string) =>
    `${id} is not started: this office starts servers and harnesses in its sandbox only, and the entry of ${id} lacks "sandbox": true`,
  entryWithout: (id: string, obstacle: string) =>
    `${id} is not started: its entry asks for a sandbox, and there is none: ${obstacle}`,
  met: (bound: keyof SandboxBounds, most: number) =>
    ({
      processes: `The command was killed: it had more than ${most} processes, the bound of its sandbox.`,
      memoryMb: `The command was killed: it used more than ${most} MB of memory, the bound of its sandbox.`,
      writtenMb: `The command was killed: it wrote more than ${most} MB, the bound of its sandbox.`,
    })[bound],
  notAllowed: (workspaceId: string) =>
    `Nothing of that kind is allowed in the sandbox of "${workspaceId}".`,
} as const;
