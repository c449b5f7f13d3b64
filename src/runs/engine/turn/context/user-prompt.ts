import type { TurnMemoryIndex } from '#memory/turn-memory.js';
import type { PromptBlock } from '#models/gateway/model-call.js';
import { clipLines } from '#platform/text/clip.js';
import type { StageKind } from '#protocol/records/enums.js';
import type { Role } from '#protocol/records/organisation.js';
import type { CommandEvidence } from '#protocol/records/evidence.js';
import type { RunInstruction, StageSpec, WorkPlan } from '#protocol/records/work.js';
import { promptTexts } from '#protocol/texts/prompts.js';
import { useToolName } from '#tools/finding/find-tools.js';
import { reviewTexts } from '#protocol/texts/review.js';
import type { EarlierRun } from '#runs/submit/earlier-run.js';
import type { Knowledge } from '../../knowledge.js';
import type { CheckResult } from '#protocol/rules/check-states.js';
import { documentIds } from '#runs/history/run-documents.js';
import { describePlan } from '#protocol/rules/describe-plan.js';
import type { Prompts } from '../../prompts/prompts.js';
import type { ProjectNote } from '../../workspace-survey/project-notes.js';
import { factsLine, type WorkFacts } from '../../workspace-survey/work-facts.js';
import type { Utterance } from '../lifecycle/turn-request.js';
import {
  checksSection,
  earlierRunSection,
  changeSection,
  evidenceSection,
  instructionsSection,
  memorySection,
  notesSection,
  repositorySection,
  wereRun,
} from './prompt-sections.js';
import type { PromptRoom } from './prompt-size.js';
import { rolePrompt, type RolePromptFacts } from './role-prompt.js';

export interface UserPromptFacts extends Omit<
  RolePromptFacts,
  'skillCharacters' | 'readsSkills' | 'spec'
> {
  /** The place of work; null: nothing is known of it. */
  readonly place: WorkFacts | null;
  /** Of the project, those of the root first. */
  readonly notes: readonly ProjectNote[];
  /** The survey of the workspace; empty: none. */
  readonly repository: string;
  readonly knowledge: Knowledge;
  readonly transcript: readonly Utterance[];
  readonly spec: StageSpec;
  /** The stage tells what was built. */
  readonly reports: boolean;
  /** Roles in the stage. */
  readonly participants: readonly Role[];
  readonly purpose: string;
  readonly toolNames: readonly string[];
  readonly memory: TurnMemoryIndex;
  readonly room: PromptRoom;
  /** The run that this one continues. */
  readonly earlierRun: EarlierRun | null;
  /** Instructions added since the run began. */
  readonly instructions: readonly RunInstruction[];
  /** The run's commands, for a report; null in other stages. */
  readonly evidence: readonly CommandEvidence[] | null;
  readonly asksVerdict?: true;
  /** It answers a review of its own work. */
  readonly isRevision?: true;
  /** 0 for a first turn; rises with rounds and passes. */
  readonly turnIndex: number;
  /** The answer must end with whether it agrees with what was said. */
  readonly asksPosition?: true;
  /** How the run goes on; null: nobody set a plan, or it is being made. */
  readonly plan: WorkPlan | null;
  /** What a planner chooses from; null: this is no planning. */
  readonly planning: PlanningFacts | null;
  /** How the checks of the run stand; empty: none was run. */
  readonly checks: readonly CheckResult[];
}

export interface PlanningFacts {
  /** Who may write. */
  readonly builders: readonly Role[];
  readonly onDemand: readonly StageSpec[];
}

/**
 * The job, the stage and the request. Parts shared by turns come first and only grow: the job with
 * earlier results, the same for all turns of a stage; then the stage with what was said in it; then
 * this turn's own part. Empty sections are left out.
 */
export function userPrompt(prompts: Prompts, facts: UserPromptFacts): readonly PromptBlock[] {
  const changed = change(facts);
  // The patches name the files, unless they were cut.
  const listsFiles = changed === '' || changed.length > facts.room.change;
  return asBlocks([
    shared(job(prompts, facts)),
    shared([
      changed,
      ...stage(prompts, facts, listsFiles),
      checksSection(prompts, facts.checks, facts.transcript, facts.spec.kind),
      ...transcript(prompts, facts),
    ]),
    own(prompts, facts).map((text) => ({ text })),
  ]);
}

/** Sections as blocks separated by blank lines. */
function asBlocks(parts: readonly (readonly PromptBlock[])[]): readonly PromptBlock[] {
  return parts
    .flat()
    .filter(({ text }) => text !== '')
    .map((block, index) => (index === 0 ? block : { ...block, text: `\n\n${block.text}` }));
}

/** Other turns' prompts are identical up to the end of the last of these sections. */
function shared(sections: readonly string[]): readonly PromptBlock[] {
  const last = sections.findLastIndex((text) => text !== '');
  return sections.map((text, index) =>
    index === last ? { text, sharedUntilHere: true } : { text },
  );
}

function job(prompts: Prompts, facts: UserPromptFacts): readonly string[] {
  const { knowledge, room, earlierRun, repository, spec } = facts;
  const asked = prompts.fill('job', {
    brief: digest(knowledge.brief, room.brief, documentIds.brief),
  });
  const before = results(prompts, knowledge, room);
  // A report tells what was done; where and how it was to be done matters to those who work.
  if (facts.reports) return [earlierRunSection(earlierRun, false), asked, ...before];
  // A review judges this run's change, and opens what it does not show.
  const isJudging = spec.mode === 'review-loop';
  return [
    earlierRunSection(earlierRun, !isJudging),
    asked,
    facts.place === null ? '' : prompts.fill('facts', { facts: factsLine(facts.place) }),
    isJudging ? '' : foundPlace(repository, spec.kind),
    ...before,
    notesSection(prompts, facts.notes, room.notes),
    planSection(prompts, facts.plan, facts.checks),
  ];
}

function foundPlace(repository: string, kind: StageKind): string {
  return repository === '' && kind === 'plan'
    ? promptTexts.emptyPlace
    : repositorySection(repository);
}

/** What the earlier stages came to. @param seen ids of results that are left out */
function results(
  prompts: Prompts,
  { stageSummaries }: Knowledge,
  room: PromptRoom,
  seen: readonly string[] = [],
): readonly string[] {
  const designed = stageSummaries.findLastIndex(({ kind }) => designs.has(kind));
  return stageSummaries.flatMap(({ id, name, kind, summary, isSuperseded }, index) => {
    if (seen.includes(id)) return [];
    const result = isSuperseded
      ? reviewTexts.superseded(id)
      : digest(summary, resultRoom(room, kind, index < designed), id);
    return [prompts.fill(kind === 'intake' ? 'objective' : 'stage-result', { name, kind, result })];
  });
}

/** Without the checks, once the office has run some and tells how they stand. */
function planSection(
  prompts: Prompts,
  plan: WorkPlan | null,
  checks: readonly CheckResult[],
): string {
  if (plan === null) return '';
  return prompts.fill('plan', { plan: describePlan(plan, !wereRun(checks)) });
}

function planningSection(prompts: Prompts, planning: PlanningFacts | null): string {
  if (planning === null) return '';
  const { builders, onDemand } = planning;
  const stages = list(onDemand.map(({ name, produces }) => `${name}: ${produces ?? ''}`));
  return prompts.fill('planning', {
    builders: buildersIn(builders),
    stages: stages === '' ? '' : ` ${promptTexts.stagesOnDemand}\n\n${stages}`,
  });
}

/** Those who cannot run what they build come last. */
function buildersIn(builders: readonly Role[]): string {
  const idsOf = (roles: readonly Role[]) => roles.map(({ id }) => `\`${id}\``).join(', ');
  const run = builders.filter(({ allowedTools }) => allowedTools.includes('run_shell'));
  const others = builders.filter((role) => !run.includes(role));
  const rest = others.length === 0 ? [] : [`${promptTexts.noShell} ${idsOf(others)}`];
  return [...(run.length === 0 ? [] : [idsOf(run)]), ...rest].join('; ');
}

interface ContinuationFacts extends Pick<
  UserPromptFacts,
  | 'asksVerdict'
  | 'isRevision'
  | 'checks'
  | 'knowledge'
  | 'notes'
  | 'participants'
  | 'plan'
  | 'purpose'
  | 'role'
  | 'room'
  | 'spec'
  | 'transcript'
> {
  /** The conversation began in this stage. */
  readonly isSameStage: boolean;
  /** Ids of stage results from before the conversation began, and its own. */
  readonly seen: readonly string[];
  readonly part?: number;
}

/** What an employee is told whose conversation goes on: only what it has not heard. */
export function continuation(prompts: Prompts, facts: ContinuationFacts): string {
  const { knowledge, room, seen, isSameStage, plan, purpose, part = 1, role } = facts;
  const handedOver = part > 1;
  const ofStage = isSameStage
    ? []
    : [
        ...results(prompts, knowledge, room, seen),
        notesSection(prompts, facts.notes, room.notes),
        planSection(prompts, plan, facts.checks),
      ];
  const sections = [
    ...ofStage,
    ...(isSameStage
      ? []
      : [
          ...stage(prompts, { ...facts, planning: null }),
          checksSection(prompts, facts.checks, facts.transcript, facts.spec.kind),
        ]),
    ...(handedOver ? [] : transcript(prompts, facts)),
    handedOver
      ? prompts.fill('continue', { turn: String(part), turns: String(role.maxTurnsPerStage) })
      : prompts.fill('ask', { purpose, tools: '' }),
    facts.asksVerdict ? prompts.fill('verdict', {}) : '',
  ];
  return sections.filter((text) => text !== '').join('\n\n');
}

/** Stages whose results include what earlier ones prepared. */
const designs: ReadonlySet<StageKind> = new Set(['design', 'architect']);

/** Preparations of a finished design are only background. */
function resultRoom(room: PromptRoom, kind: StageKind, isDesigned: boolean): number {
  const prepared = kind === 'research' || kind === 'debate';
  return prepared && isDesigned ? Math.min(room.result[kind], room.prepared) : room.result[kind];
}

/** The beginning and the end, and where to read the rest. */
function digest(text: string, max: number, documentId: string): string {
  return clipLines(text, max, (omitted) => promptTexts.restOfDocument(omitted, documentId));
}

/** The first line also tells the scripted provider its stage; it is part of a contract. */
function stage(
  prompts: Prompts,
  {
    spec,
    participants,
    knowledge,
    planning,
    isRevision,
  }: Pick<UserPromptFacts, 'spec' | 'participants' | 'knowledge' | 'planning' | 'isRevision'>,
  listsFiles = true,
): readonly string[] {
  const { name, kind, mode, produces, instruction } = spec;
  const files = listsFiles ? list(knowledge.filesWritten) : '';
  // What a review must produce is no order to those who revise.
  const isTold = isRevision !== true;
  const lines = [
    prompts.fill('stage', { name, kind, mode }),
    ...(isTold && produces !== undefined ? [`It must produce: ${produces}`] : []),
    ...(isTold && instruction !== undefined ? [instruction] : []),
    ...(participants.length < 2
      ? []
      : [
          prompts.fill('participants', {
            participants: list(participants.map((role, index) => participant(spec, role, index))),
          }),
        ]),
    ...(planning === null ? [] : [planningSection(prompts, planning)]),
  ];
  return [files === '' ? '' : prompts.fill('files', { files }), lines.join('\n\n')];
}

/** What a first pass of a review judges. Later passes are shown what the revision changed. */
function change({ asksVerdict, knowledge, room, spec, turnIndex }: UserPromptFacts): string {
  const isJudged = asksVerdict === true && spec.mode === 'review-loop' && turnIndex === 0;
  return isJudged ? changeSection(knowledge.patches, room.change) : '';
}

function participant(spec: StageSpec, { id, displayName, title }: Role, index: number): string {
  return `\`${id}\`: ${displayName}, ${title}; ${partOf(spec, index)}`;
}

function partOf({ mode }: StageSpec, index: number): string {
  switch (mode) {
    case 'single':
      return index === 0 ? 'carries out the stage' : 'is named for questions';
    case 'parallel':
      return 'does a part of it, at the same time as the others';
    case 'debate':
      return index === 0 ? 'argues, and rules at the end' : 'argues';
    case 'review-loop':
      return index === 0 ? 'chairs the review and gives the verdict' : 'reviews';
  }
}

function transcript(
  prompts: Prompts,
  { transcript: said, room }: Pick<UserPromptFacts, 'transcript' | 'room'>,
): readonly string[] {
  if (said.length === 0) return [];
  const texts = said.map(({ speaker, roleId, purpose, text, turnId, weight = 1 }) =>
    prompts.fill('utterance', {
      speaker,
      role: roleId,
      purpose: shortPurpose(purpose),
      text: digest(text, room.utterance * weight, turnId),
    }),
  );
  return [prompts.fill('said', {}), ...texts];
}

/** Shortens `round 2: answer ...` to `round 2`, because the request is shown once elsewhere. */
function shortPurpose(purpose: string): string {
  return purpose.split(':', 1)[0] ?? purpose;
}

/** The part that only this turn is shown. */
function own(prompts: Prompts, facts: UserPromptFacts): readonly string[] {
  const { memory, toolNames, room } = facts;
  return [
    rolePrompt(prompts, {
      ...facts,
      skillCharacters: room.skill,
      readsSkills: toolNames.some((name) => name === 'read_skill' || name === useToolName),
    }),
    memorySection(prompts, memory, toolNames.includes('recall')),
    agents(prompts, toolNames),
    evidenceSection(prompts, facts.evidence, facts.checks),
    instructionsSection(facts.instructions),
    ask(prompts, facts),
    facts.asksVerdict ? prompts.fill('verdict', {}) : '',
    facts.asksPosition ? prompts.fill('position', {}) : '',
  ];
}

function agents(prompts: Prompts, toolNames: readonly string[]): string {
  const held = toolNames.filter((name) => name.startsWith('agent__'));
  return held.length === 0 ? '' : prompts.fill('agents', { agents: held.join(', ') });
}

function ask(prompts: Prompts, { purpose, toolNames }: UserPromptFacts): string {
  const tools = toolNames.length === 0 ? `${promptTexts.noTools}\n\n` : '';
  return prompts.fill('ask', { purpose, tools });
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}
