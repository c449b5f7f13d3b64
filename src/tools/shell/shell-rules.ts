import type { EgressRules } from '../../platform/net/egress/egress-proxy.js';
import type { Confinement, Sandbox } from '../../platform/process/sandbox/confinement.js';
import type { SandboxEntry } from '../../platform/process/sandbox/sandboxes.js';
import type { SandboxMode } from '../../protocol/records/enums.js';
import { sandboxTexts } from '../../protocol/texts/sandbox.js';

/** What decides whether a run's commands run in a sandbox. */
export interface ShellRules {
  readonly mode: SandboxMode;
  /** Why no sandbox is available; null: one is. */
  readonly obstacle: string | null;
  /** The floor's setting, or a yes of a person: commands run inside without asking. */
  readonly insideAllowed: boolean;
}

/** Where the commands of a run are run. */
export interface ShellPolicy {
  rules(): Promise<ShellRules>;
  /** @throws RefusedError if there is none */
  sandbox(mayWrite?: EgressRules['mayWrite']): Promise<Sandbox>;
  /** How a harness is confined. @throws RefusedError if it may not be started so */
  ofEntry(entry: SandboxEntry): Promise<Confinement>;
}

/** How one command is run. */
export type CommandWay =
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'run';
      readonly asks: boolean;
      /** It runs in the sandbox even if a person allows only this command. */
      readonly inside: boolean;
      /** A person may allow everything inside. */
      readonly offersSandbox: boolean;
      /** Why the sandbox that could have been chosen is unavailable; null: nothing is missing. */
      readonly obstacle: string | null;
    };

interface AskedWay {
  /** The command is to leave the sandbox. */
  readonly outside: boolean;
  /** Nobody is asked. */
  readonly autoApprove: boolean;
}

/** Decides whether a command asks, and whether it runs inside. */
export function wayOf(
  { mode, obstacle, insideAllowed }: ShellRules,
  { outside, autoApprove }: AskedWay,
): CommandWay {
  const asks = !autoApprove;
  if (mode === 'required') {
    if (obstacle !== null) return refused(sandboxTexts.requiredMissing(obstacle));
    if (outside) return refused(sandboxTexts.nothingOutside);
    const stillAsks = asks && !insideAllowed;
    return run({ asks: stillAsks, inside: true, offersSandbox: stillAsks });
  }
  if (mode === 'off') {
    return run({ asks, inside: false, obstacle: insideAllowed ? obstacle : null });
  }
  if (obstacle !== null) return run({ asks, inside: false, obstacle });
  if (outside) return run({ asks, inside: false });
  if (insideAllowed) return run({ asks: false, inside: true });
  return run({ asks, inside: false, offersSandbox: asks });
}

function refused(reason: string): CommandWay {
  return { kind: 'refused', reason };
}

function run(
  way: Pick<Extract<CommandWay, { kind: 'run' }>, 'asks' | 'inside'> &
    Partial<Extract<CommandWay, { kind: 'run' }>>,
): CommandWay {
  return { offersSandbox: false, obstacle: null, ...way, kind: 'run' };
}
