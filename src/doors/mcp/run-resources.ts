import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../platform/errors/office-error.js';
import { clip } from '../../platform/text/clip.js';
import type { ServerEvent } from '../../protocol/events.js';
import type { Run } from '../../protocol/records/work.js';
import { isFinal } from '../../protocol/rules/run-status.js';
import { titleOf } from '../../protocol/rules/run-title.js';
import { mcpDoorTexts } from '../../protocol/texts/mcp-door.js';
import { RunsService } from '../../runs/history/runs.service.js';
import { bounds } from './views/bounds.js';
import { reportOf } from './views/report.js';
import { viewOfRun } from './views/run-view.js';
import { pageOf } from './views/text-page.js';

const json = 'application/json';
const markdown = 'text/markdown';

interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly mimeType: string;
}

interface ResourceText {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

export const resourceTemplates = [
  {
    uriTemplate: 'office://runs/{runId}',
    name: 'run',
    title: 'Run',
    description: 'How a run stands.',
    mimeType: json,
  },
  {
    uriTemplate: 'office://runs/{runId}/report',
    name: 'report',
    title: 'Report',
    description: 'What came of a run.',
    mimeType: markdown,
  },
] as const;

const ofRun = /^office:\/\/runs\/([\w-]{1,100})(\/report)?$/;

/** Runs and their reports as resources. */
@Injectable()
export class RunResources {
  constructor(private readonly runs: RunsService) {}

  /**
   * A page of all runs, newest first, each with its report.
   * @param before a run; only older ones
   * @throws RefusedError if there is no such run
   */
  async list(before: string | undefined): Promise<{ resources: Resource[]; next: string | null }> {
    const limit = bounds.runs;
    const runs = await this.runs.search({ limit, ...(before !== undefined && { before }) });
    const next = runs.length < limit ? null : (runs.at(-1)?.id ?? null);
    return { resources: runs.flatMap(resourcesOf), next };
  }

  /** @throws NotFoundError */
  async read(uri: string): Promise<ResourceText> {
    const [, id, report] = ofRun.exec(uri) ?? [];
    if (id === undefined) throw new NotFoundError(mcpDoorTexts.noResource(uri));
    if (report === undefined) {
      const view = viewOfRun(await this.runs.require(id));
      return { uri, mimeType: json, text: JSON.stringify(view, null, 2) };
    }
    const { text, next } = pageOf(reportOf(await this.runs.detail(id)), 0);
    const more = next === null ? '' : `\n${mcpDoorTexts.more('read_report', `"from": ${next}`)}`;
    return { uri, mimeType: markdown, text: text + more };
  }
}

function resourcesOf(run: Run): readonly Resource[] {
  const about = clip(titleOf(run).replace(/\s+/g, ' '), 80, '…');
  const uri = uriOf(run.id);
  return [
    { uri, name: run.id, title: about, mimeType: json },
    {
      uri: `${uri}/report`,
      name: `${run.id} report`,
      title: `Report: ${about}`,
      mimeType: markdown,
    },
  ];
}

function uriOf(runId: string): string {
  return `office://runs/${runId}`;
}

/** Which resources an event changes, and whether it changes their list. */
export function changedResources(event: ServerEvent): {
  readonly uris: readonly string[];
  readonly list: boolean;
} {
  switch (event.type) {
    case 'run.created':
      return { uris: [], list: true };
    case 'run.updated': {
      const uri = uriOf(event.run.id);
      return { uris: isFinal(event.run.status) ? [uri, `${uri}/report`] : [uri], list: false };
    }
    case 'stage.started':
    case 'stage.finished':
      return { uris: [uriOf(event.runId)], list: false };
    default:
      return { uris: [], list: false };
  }
}
