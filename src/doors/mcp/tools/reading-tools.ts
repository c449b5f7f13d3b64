import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { NotFoundError } from '#platform/errors/office-error.js';
import { clip } from '#platform/text/clip.js';
import { isolations, runStatuses } from '#protocol/records/enums.js';
import type { RunChanges } from '#protocol/records/change-review.js';
import type { Workspace } from '#protocol/records/organisation.js';
import { spentOfWords } from '#protocol/rules/spent-of.js';
import { changesTexts } from '#protocol/texts/changes.js';
import { mcpDoorTexts as texts } from '#protocol/texts/mcp-door.js';
import { RunDiffService } from '#runs/changes/run-diff.service.js';
import { RunsService } from '#runs/history/runs.service.js';
import { FloorViews } from '#workspaces/floor-views.js';
import { ShownFloors } from '#workspaces/shown-floors.js';
import { bounds } from '../views/bounds.js';
import { costOf, costView, type CostView } from '../views/cost.js';
import { patchPage } from '../views/patch-page.js';
import { reportOf } from '../views/report.js';
import { lineOfRun, runView, viewOfRun } from '../views/run-view.js';
import { listPage, pageOf, pageParts, pageStart, type TextPage } from '../views/text-page.js';
import { type DoorTool, doorTool, hints } from './door-tool.js';

const floorView = z.object({
  floor: z.string().describe('Its id.'),
  name: z.string(),
  description: z.string(),
  folder: z.string(),
  isShown: z.boolean().describe('Briefs without a floor go here.'),
  isolation: z.enum(isolations),
  activeRuns: z.int(),
  spentUsd: z.number(),
  limitUsd: z.number().nullable(),
  pipelines: z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
});

type FloorView = z.output<typeof floorView>;

const fileView = z.object({
  path: z.string(),
  kind: z.enum(['added', 'deleted', 'modified', 'type']),
  added: z.int().nullable(),
  removed: z.int().nullable(),
  runByTools: z.boolean().describe('Programs run it when a person works in the folder.'),
});

/** Tools that change nothing: about floors, runs, and the results of runs. */
@Injectable()
export class ReadingTools {
  constructor(
    private readonly floors: ShownFloors,
    private readonly views: FloorViews,
    private readonly runs: RunsService,
    private readonly diffs: RunDiffService,
  ) {}

  readonly tools: readonly DoorTool[] = [
    doorTool({
      name: 'list_floors',
      title: 'List floors',
      description:
        'The floors of the office: organisations that work in a folder each, with the pipelines that a brief can go through.',
      hints: hints.reads,
      input: z.strictObject({ from: pageStart }),
      output: z.object({ floors: z.array(floorView), next: z.int().nullable() }),
      run: ({ from }) => this.listFloors(from),
    }),
    doorTool({
      name: 'list_runs',
      title: 'List runs',
      description: 'Commissioned briefs, newest first, with how they stand.',
      hints: hints.reads,
      input: z.strictObject({
        search: z.string().optional().describe('Words that must all occur.'),
        status: z.enum(runStatuses).optional(),
        floor: z.string().optional(),
        limit: z.int().min(1).max(bounds.runsMax).default(bounds.runs),
        before: z
          .string()
          .optional()
          .describe('A run: only older ones; "next" of the answer before.'),
      }),
      output: z.object({ runs: z.array(runView), next: z.string().nullable() }),
      run: async ({ floor, ...asked }) => {
        const filter = { ...asked, ...(floor !== undefined && { workspaceId: floor }) };
        const runs = await this.runs.search(filter);
        const next = runs.length < asked.limit ? null : (runs.at(-1)?.id ?? null);
        const lines = runs.length === 0 ? [texts.noRuns] : runs.map(lineOfRun);
        const more = next === null ? [] : [texts.more('list_runs', `"before": "${next}"`)];
        return {
          text: [...lines, ...more].join('\n'),
          data: { runs: runs.map(viewOfRun), next },
        };
      },
    }),
    doorTool({
      name: 'read_report',
      title: 'Read a report',
      description:
        'What came of a run: outcome, stages, commands with their results, files, documents. With "document" one of its documents instead.',
      hints: hints.reads,
      input: z.strictObject({
        runId: z.string(),
        document: z.string().optional().describe('Id of a document of the report.'),
        from: pageStart,
      }),
      output: z.object({ runId: z.string(), status: z.enum(runStatuses), ...pageParts }),
      run: async ({ runId, document, from }) => {
        const run = await this.runs.detail(runId);
        const whole =
          document === undefined
            ? reportOf(run)
            : run.artifacts.find(({ id }) => id === document)?.body;
        if (whole === undefined) throw new NotFoundError(texts.noDocument(runId, document ?? ''));
        const page = pageOf(whole, from);
        return {
          text: withMore(page, 'read_report'),
          data: { runId, status: run.status, ...page },
        };
      },
    }),
    doorTool({
      name: 'read_change',
      title: 'Read a change',
      description:
        'What a run changed in files: the list of files and its patch, a page at a time. With "path" only the patch of that file.',
      hints: hints.reads,
      input: z.strictObject({
        runId: z.string(),
        path: z.string().optional(),
        since: z.string().optional().describe('A version of the change: only what came after it.'),
        from: pageStart,
      }),
      output: z.object({
        runId: z.string(),
        atWork: z.boolean(),
        version: z.string(),
        files: z.array(fileView).describe('With the first page; empty on the others.'),
        moreFiles: z.int(),
        notes: z.array(z.string()),
        ...pageParts,
      }),
      run: ({ runId, path, since, from }) => this.readChange(runId, { path, since, from }),
    }),
    doorTool({
      name: 'read_cost',
      title: 'Read the cost',
      description: 'What a run has spent, by model and role, and its ceiling.',
      hints: hints.reads,
      input: z.strictObject({ runId: z.string() }),
      output: costView,
      run: async ({ runId }) => {
        const cost = costOf(await this.runs.detail(runId));
        return { text: textOfCost(cost), data: cost };
      },
    }),
  ];

  private listFloors(from: number): {
    text: string;
    data: { floors: FloorView[]; next: number | null };
  } {
    const all = this.floors.list();
    const { shown: listed, next } = listPage(all, from, bounds.floors);
    const shown = listed.map((floor) => this.viewOf(floor));
    const more = next === null ? [] : [texts.more('list_floors', `"from": ${next}`)];
    return {
      text: [...shown.map(textOfFloor), ...more].join('\n\n'),
      data: { floors: shown, next },
    };
  }

  private viewOf(floor: Workspace): FloorView {
    const { activeRuns, spentUsd, budgetTotalUsd = null } = this.views.summary(floor);
    const pipelines = this.floors.pipelinesOf(floor).slice(0, bounds.pipelines);
    return {
      floor: floor.id,
      name: floor.name,
      description: clip(floor.description ?? '', bounds.lineCharacters, '…'),
      folder: floor.path,
      isShown: this.floors.active().id === floor.id,
      isolation: floor.isolation ?? 'place',
      activeRuns,
      spentUsd,
      limitUsd: budgetTotalUsd,
      pipelines: pipelines.map(({ id, name, description }) => ({
        id,
        name,
        description: clip(description, bounds.lineCharacters, '…'),
      })),
    };
  }

  private async readChange(
    runId: string,
    { path, since, from }: { path: string | undefined; since: string | undefined; from: number },
  ) {
    const changes = await this.diffs.changes(runId, since);
    const paths = path === undefined ? [] : [path];
    await using patch = await this.diffs.openPatch(runId, paths, since);
    const page = await patchPage(patch, from);
    const { atWork, version } = changes;
    const files = from > 0 ? [] : changes.files.slice(0, bounds.files);
    const listed = files.map(({ kind, added, removed, runByTools = false, path: of }) => {
      return { path: of, kind, added, removed, runByTools };
    });
    const notes = notesOf(changes);
    const lines = [
      ...(changes.files.length === 0 ? [texts.nothingChanged(runId)] : []),
      ...listed.map(({ kind, path: of, added, removed }) => {
        return `${kind} ${of} (+${added ?? '?'} -${removed ?? '?'})`;
      }),
      ...notes,
      '',
      withMore(page, 'read_change'),
    ];
    const moreFiles = changes.files.length - bounds.files;
    return {
      text: lines.join('\n'),
      data: {
        runId,
        atWork,
        version,
        files: listed,
        moreFiles: Math.max(0, moreFiles),
        notes,
        ...page,
      },
    };
  }
}

function notesOf({ notes, unrecorded }: RunChanges): string[] {
  return [...notes, ...(unrecorded.length > 0 ? [changesTexts.unrecorded(unrecorded)] : [])];
}

function withMore({ text, next }: TextPage, tool: string): string {
  return next === null ? text : `${text}\n${texts.more(tool, `"from": ${next}`)}`;
}

function textOfFloor({ floor, name, folder, isShown, pipelines }: FloorView): string {
  const shown = isShown ? ' (briefs without a floor go here)' : '';
  const lines = pipelines.map(({ id, description }) => `  ${id}: ${description}`);
  return [`${floor}: ${name}, works in ${folder}${shown}`, ...lines].join('\n');
}

function textOfCost({ runId, spentUsd, limitUsd, rows, estimated }: CostView): string {
  const lines = rows.map(({ model, role, turns, costUsd, tokensIn, tokensOut }) => {
    return `- ${model} as ${role}: ${turns} turns, ${tokensIn} tokens in, ${tokensOut} out, $${costUsd.toFixed(4)}`;
  });
  const guess = estimated ? ' Some counts are estimates.' : '';
  return [`${runId} spent ${spentOfWords(spentUsd, limitUsd)}.${guess}`, ...lines].join('\n');
}
