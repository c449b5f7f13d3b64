import { readCommandLine } from './read-command-line.js';
import { UsageError } from './usage-error.js';
import { withoutEnd } from '../platform/text/without-end.js';

/** The request on the command line. */
export interface BriefArguments {
  readonly brief: string;
  /** Address of an office; absent = the one configured for this checkout. */
  readonly url?: string;
  readonly pipelineId?: string;
  readonly workspaceId?: string;
  readonly budgetUsd?: number;
}

export const usage = `Usage: npm run brief -- "<what you want done>" [options]

Submits a brief to the office and follows it to the end. Ends with 0 only if the run is done.

  --url <address>       an office that is running already, e.g. http://127.0.0.1:8787
  --pipeline <id>       the pipeline to use; without it the office picks one that fits
  --budget <dollars>    what the run may spend at most
  --workspace <id>      the floor that does the work
  --help                show this text`;

/**
 * Parses the arguments after the program's name. Null: help was requested.
 * @throws UsageError
 */
export function parseBriefArguments(argv: readonly string[]): BriefArguments | null {
  const { values, positionals } = parse(argv);
  if (values.help) return null;
  const brief = positionals.join(' ').trim();
  if (brief === '') throw new UsageError('Say what you want done.');
  return {
    brief,
    ...(values.url !== undefined && { url: readUrl(values.url) }),
    ...(values.pipeline !== undefined && { pipelineId: values.pipeline }),
    ...(values.workspace !== undefined && { workspaceId: values.workspace }),
    ...(values.budget !== undefined && { budgetUsd: readBudget(values.budget) }),
  };
}

function parse(argv: readonly string[]) {
  return readCommandLine({
    args: [...argv],
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      pipeline: { type: 'string' },
      budget: { type: 'string' },
      workspace: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
}

/** @throws UsageError */
export function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new UsageError(`--url must be an http:// or https:// address (got ${text}).`);
  }
  return withoutEnd(url.href, '/');
}

/** @throws UsageError */
export function readBudget(text: string): number {
  const dollars = Number(text.replace(/^\$/, ''));
  if (text.trim() === '' || !Number.isFinite(dollars) || dollars < 0) {
    throw new UsageError(`--budget must be a number of dollars (got ${text}).`);
  }
  return dollars;
}
