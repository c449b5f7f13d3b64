import type { Role } from '../../../../protocol/records/organisation.js';
import type { StageSpec } from '../../../../protocol/records/work.js';
import { clipMaterial } from '../../../domain/clip.js';
import type { Knowledge } from '../../../domain/knowledge.js';
import type { Utterance } from '../lifecycle/turn-request.js';
import { repositorySection } from './repository-section.js';
import { memorySection } from './memory-section.js';
import type { TurnMemoryIndex } from '../../../../memory/turn-memory.js';

const briefCharacters = 4000;
const objectiveCharacters = 2500;
const summaryCharacters = 2500;
const utteranceCharacters = 2200;
const latestArtifacts = 6;

export interface UserPromptFacts {
  /** What was found in the workspace; empty: nothing. */
  readonly repository: string;
  readonly knowledge: Knowledge;
  readonly transcript: readonly Utterance[];
  readonly spec: StageSpec;
  /** Roles that take part in the stage. */
  readonly participants: readonly Role[];
  readonly purpose: string;
  readonly toolNames: readonly string[];
  readonly memory: TurnMemoryIndex;
}

/** The job, the stage and the request; sections without content are left out (behaviour-engine.md 3.2). */
export function userPrompt(facts: UserPromptFacts): string {
  return [
    job(facts.knowledge),
    repositorySection(facts.repository),
    transcript(facts.transcript),
    stage(facts.spec, facts.participants),
    memorySection(facts.memory, facts.toolNames.includes('recall')),
    harnesses(facts.toolNames),
    ask(facts.purpose, facts.toolNames),
  ]
    .filter((section) => section !== '')
    .join('\n\n');
}

function job(knowledge: Knowledge): string {
  const { brief, objective, tags, stageSummaries, filesWritten, artifacts } = knowledge;
  const summaries = stageSummaries.map(
    ({ name, kind, summary }) =>
      `### ${name} (${kind})\n\n${clipMaterial(summary, summaryCharacters)}`,
  );
  const documents = artifacts
    .slice(-latestArtifacts)
    .map(({ title, kind, path }) => `- ${title} (${kind})${path === undefined ? '' : `: ${path}`}`);
  return [
    `# The job\n\n${clipMaterial(brief, briefCharacters)}`,
    objective === null
      ? ''
      : `## Agreed objective\n\n${clipMaterial(objective, objectiveCharacters)}`,
    tags.length === 0 ? '' : `Tags: ${tags.join(', ')}`,
    summaries.length === 0 ? '' : `## Stages so far\n\n${summaries.join('\n\n')}`,
    filesWritten.length === 0
      ? ''
      : `## Files produced so far\n\nRead them before you rely on them.\n\n${list(filesWritten)}`,
    documents.length === 0 ? '' : `## Latest documents\n\n${documents.join('\n')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function transcript(utterances: readonly Utterance[]): string {
  if (utterances.length === 0) return '';
  const said = utterances.map(
    ({ speaker, purpose, text }) =>
      `### ${speaker}, ${purpose}\n\n${clipMaterial(text, utteranceCharacters)}`,
  );
  return [
    '# Said in this stage',
    ...said,
    'Answer the substance of what was said, and name whom you answer.',
  ].join('\n\n');
}

/** The first line also tells the scripted provider which stage it plays; it is part of a contract. */
function stage(spec: StageSpec, participants: readonly Role[]): string {
  const lines = [
    `Stage: **${spec.name}** (${spec.kind}, ${spec.mode})`,
    ...(spec.produces === undefined ? [] : [`It must produce: ${spec.produces}`]),
    ...(spec.instruction === undefined ? [] : [spec.instruction]),
    ...(participants.length > 1
      ? [
          `Taking part: ${participants.map((role) => `${role.displayName} (${role.title})`).join(', ')}`,
        ]
      : []),
  ];
  return lines.join('\n\n');
}

function harnesses(toolNames: readonly string[]): string {
  const held = toolNames.filter((name) => name.startsWith('agent__'));
  if (held.length === 0) return '';
  return [
    '# External agents',
    '',
    `You may hand a task to an external agent with ${held.join(', ')}. It is slow, it cannot see this conversation, and it starts from nothing: restate everything it needs, with paths. What it answers is reported evidence; attribute it, and check what matters before you rely on it.`,
  ].join('\n');
}

function ask(purpose: string, toolNames: readonly string[]): string {
  return [
    '# Your turn',
    purpose,
    toolNames.length === 0
      ? 'You have no tools in this turn.'
      : `Tools you may call: ${toolNames.join(', ')}.`,
    'Answer with the work product only.',
  ].join('\n\n');
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}
