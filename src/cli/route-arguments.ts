import { readCommandLine } from './read-command-line.js';
import { UsageError } from './usage-error.js';
import { routingPostures, taskClasses } from '../protocol/records/enums.js';
import type { RoutingPosture, TaskClass } from '../protocol/records/enums.js';
import { withoutEnd } from '../platform/text/without-end.js';

interface Common {
  /** Address of an office; absent = the one configured for this checkout. */
  readonly url?: string;
  readonly workspaceId?: string;
  /** Absent = the floor's own. */
  readonly posture?: RoutingPosture;
}

/** An imagined turn. */
export interface WhatIfArguments extends Common {
  readonly kind: 'what-if';
  readonly roleId: string;
  readonly taskClass: TaskClass;
  readonly complexity: number;
  /** Absent = no budget. */
  readonly budgetRemainingUsd?: number;
  /** The turn needs no tools, whatever the role has. */
  readonly withoutTools: boolean;
  readonly excludedModelIds: readonly string[];
}

/** A stored run to be routed again. */
export interface ReplayArguments extends Common {
  readonly kind: 'replay';
  readonly runId: string;
}

export type RouteArguments = WhatIfArguments | ReplayArguments;

export const routeUsage = `Usage: npm run route -- --role <id> --task <class> [options]
       npm run route -- --replay <runId> [--posture <posture>]

Shows which model a turn would go to, and why, over the catalogue of the running office.
With --replay it routes the turns of a stored run once more, and sets the result beside what happened.

  --role <id>            whose model policy to use
  --task <class>         ${taskClasses.join(', ')}
  --complexity <0..1>    how hard the turn is; 0.5 without it
  --posture <posture>    ${routingPostures.join(', ')}; the floor's own without it
  --budget <dollars>     what is left to spend
  --no-tools             the turn needs no tools
  --exclude <model id>   leave a model out; may be given several times
  --workspace <id>       the floor; the default one without it
  --url <address>        an office that is running, e.g. http://127.0.0.1:8787
  --help                 show this text`;

/**
 * Parses the arguments after the program's name. Null: help was requested.
 * @throws UsageError
 */
export function parseRouteArguments(argv: readonly string[]): RouteArguments | null {
  const values = parse(argv);
  if (values.help === true) return null;
  const common: Common = {
    ...(values.url !== undefined && { url: withoutEnd(values.url, '/') }),
    ...(values.workspace !== undefined && { workspaceId: values.workspace }),
    ...(values.posture !== undefined && {
      posture: oneOf(routingPostures, values.posture, '--posture'),
    }),
  };
  if (values.replay !== undefined) return { kind: 'replay', runId: values.replay, ...common };
  if (values.role === undefined || values.task === undefined) {
    throw new UsageError('Name a role and a task, or a run to replay.');
  }
  return {
    kind: 'what-if',
    roleId: values.role,
    taskClass: oneOf(taskClasses, values.task, '--task'),
    complexity: numberIn(values.complexity ?? '0.5', '--complexity', 1),
    withoutTools: values['no-tools'] === true,
    excludedModelIds: values.exclude ?? [],
    ...(values.budget !== undefined && {
      budgetRemainingUsd: numberIn(values.budget, '--budget', Infinity),
    }),
    ...common,
  };
}

function parse(argv: readonly string[]) {
  return readCommandLine({
    args: [...argv],
    options: {
      role: { type: 'string' },
      task: { type: 'string' },
      complexity: { type: 'string' },
      posture: { type: 'string' },
      budget: { type: 'string' },
      'no-tools': { type: 'boolean' },
      exclude: { type: 'string', multiple: true },
      replay: { type: 'string' },
      workspace: { type: 'string' },
      url: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  }).values;
}

function oneOf<T extends string>(values: readonly T[], text: string, option: string): T {
  const found = values.find((value) => value === text);
  if (found === undefined) {
    throw new UsageError(`${option} must be one of ${values.join(', ')} (got ${text}).`);
  }
  return found;
}

function numberIn(text: string, option: string, most: number): number {
  const number = Number(text);
  if (text.trim() === '' || Number.isNaN(number) || number < 0 || number > most) {
    const range = most === Infinity ? 'zero or more' : `between 0 and ${most}`;
    throw new UsageError(`${option} must be a number ${range} (got ${text}).`);
  }
  return number;
}
