import type { TurnMemoryIndex } from '#memory/turn-memory.js';
import type { PromptBlock } from '#models/gateway/model-call.js';
import type { Role } from '#protocol/records/organisation.js';
import type { CommandEvidence } from '#protocol/records/evidence.js';
import type { RunInstruction, StageSpec } from '#protocol/records/work.js';
import { promptTexts } from '#protocol/texts/prompts.js';
import { useToolName } from '#tools/finding/find-tools.js';
import type { Prompts } from '../../prompts/prompts.js';
import type { Utterance } from '../../stages/stage-context.js';
import {
  changeSection,
  digest,
  type JobFacts,
  jobSections,
  notesSection,
  planSection,
  results,
} from './job-sections.js';
import {
  checksSection,
  evidenceSection,
  instructionsSection,
  memorySection,
  rolePrompt,
  type RolePromptFacts,
} from './prompt-sections.js';

export interface UserPromptFacts
  extends JobFacts, Omit<RolePromptFacts, 'skillCharacters' | 'readsSkills' | 'spec'> {
  readonly transcript: readonly Utterance[];
  /** Roles in the stage. */
  readonly participants: readonly Role[];
  readonly purpose: string;
  readonly toolNames: readonly string[];
  readonly memory: TurnMemoryIndex;
  /** Instructions added since the run began. */
  readonly instructions: readonly RunInstruction[];
  /** The run's commands, for a report; null in other stages. */
  readonly evidence: readonly CommandEvidence[] | null;
  readonly asksVerdict?: true;
  /** The turn answers a review of the role's own work. */
  readonly isRevision?: true;
  /** 0 for a first turn; rises with rounds and passes. */
  readonly turnIndex: number;
  /** The answer must end by stating whether the employee agrees with the others. */
  readonly asksPosition?: true;
  /** A planner's choices; null: the stage sets no plan. */
  readonly planning: PlanningFacts | null;
}

export interface PlanningFacts {
  /** Roles that may be builders. */
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
    shared(jobSections(prompts, facts)),
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

function planningSection(prompts: Prompts, planning: PlanningFacts | null): string {
  if (planning === null) return '';
  const { builders, onDemand } = planning;
  const stages = list(onDemand.map(({ name, produces }) => `${name}: ${produces ?? ''}`));
  return prompts.fill('planning', {
    builders: buildersIn(builders),
    stages: stages === '' ? '' : ` ${promptTexts.stagesOnDemand}\n\n${stages}`,
  });
}

/** Ids of the builders; those who cannot run commands come last. */
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
  /** Ids of the results of all stages up to the conversation's last one. */
  readonly seen: readonly string[];
  readonly part?: number;
}

/** The prompt of a continued conversation: only what the conversation does not hold yet. */
export function continuation(prompts: Prompts, facts: ContinuationFacts): string {
  const { room, seen, isSameStage, plan, purpose, part = 1, role } = facts;
  const handedOver = part > 1;
  const ofStage = isSameStage
    ? []
    : [
        ...results(prompts, facts, seen),
        notesSection(prompts, facts.notes, room.notes),
        planSection(prompts, plan, facts.checks),
      ];
  const sections = [
    ...ofStage,
    ...(isSameStage
      ? []
      : [
          ...stage(prompts, { ...facts, planning: null }),
          checksSection(prompts, facts.checks, facts.transcript, facts.spec.kind, true),
        ]),
    ...(handedOver ? [] : transcript(prompts, facts)),
    handedOver
      ? prompts.fill('continue', { turn: String(part), turns: String(role.maxTurnsPerStage) })
      : prompts.fill('ask', { purpose, tools: '' }),
    facts.asksVerdict ? prompts.fill('verdict', {}) : '',
  ];
  return sections.filter((text) => text !== '').join('\n\n');
}

/** The stage. The simulated provider reads its first line, which is therefore part of a contract. */
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
  // Authors who revise are not told what the review must produce.
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

/**
 * The change that a first pass of a review judges. Later passes are shown what the revision
 * changed.
 */
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
