import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { innateToolNames } from '../../src/tools/innate-tools.js';
import { Prompts } from '../../src/runs/engine/prompts/prompts.js';
import { fullRoom } from '../../src/runs/engine/turn/context/prompt-size.js';
import { systemPrompt } from '../../src/runs/engine/turn/context/prompt-sections.js';
import { userPrompt } from '../../src/runs/engine/turn/context/user-prompt.js';
import { loadSkills } from '../../src/skills/load-skills.js';
import { selectSkills } from '../../src/skills/select-skills.js';
import { taskClassOf } from '../../src/models/routing/turn-signals.js';
import { defaultOrgChart } from '../../src/workspaces/default-organisation/default-org-chart.js';
import { defaultPipelines } from '../../src/workspaces/pipelines/default-pipelines.js';
import type { WorkFacts } from '../../src/runs/engine/workspace-survey/work-facts.js';
import { sampleRun, sampleStage } from '../support/sample-records.js';
import { heldIn, usefulIn } from '../../src/runs/engine/turn/tools/tools-in-stage.js';
import { reportsOn } from '#runs/engine/plan/carried-out.js';
import { buildersFor } from '../../src/runs/engine/plan/check-plan.js';
import type { Knowledge } from '../../src/runs/engine/knowledge.js';
import { documentIds } from '../../src/runs/history/run-documents.js';
import type { Pipeline, StageSpec } from '../../src/protocol/records/work.js';
import type { CheckResult } from '../../src/protocol/rules/check-states.js';
import type { Role } from '../../src/protocol/records/organisation.js';
import type { Skill } from '../../src/protocol/records/skills.js';

/**
 * What the shipped employees are shown in each stage of the shipped pipelines. A change of a prompt
 * shows as a difference; `npm run golden -- prompts` writes the documents anew.
 */
const folder = join(import.meta.dirname, 'golden-prompts');
const brief = 'Add an option --dry-run to the importer, which shows what would be imported.';
const prompts = Prompts.load();
const org = defaultOrgChart('Mill', 17);

const place: WorkFacts = {
  shell: 'bash with pipefail',
  programs: [
    { name: 'Node', version: '24.1.0' },
    { name: 'git', version: '2.50.0' },
  ],
  account: 'office',
  network: true,
  web: true,
  repository: true,
  scratch: '/tmp/office-run_1',
  named: [],
};

let skills: readonly Skill[];
const made = new Map<string, string>();

const quiet = { warn: () => {}, info: () => {}, error: () => {}, debug: () => {} };

beforeAll(async () => {
  skills = await loadSkills(join(import.meta.dirname, '../../skills'), quiet);
  for (const pipeline of defaultPipelines) {
    for (const [index, spec] of pipeline.stages.entries()) {
      for (const role of rolesOf(spec)) {
        made.set(nameOf(pipeline, index, role), promptOf(pipeline, index, role));
      }
    }
  }
  if (process.env.GOLDEN_PROMPTS === 'write') {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    for (const [name, text] of made) writeFileSync(join(folder, name), text);
  }
});
afterAll(() => made.clear());

describe('the golden prompts', () => {
  it('are those of every shipped stage and each of its employees', () => {
    expect(readdirSync(folder).sort()).toEqual([...made.keys()].sort());
  });

  it.each(readdirSync(folder, { encoding: 'utf8' }))('%s is what is shown', (name) => {
    expect(made.get(name)).toBe(readFileSync(join(folder, name), 'utf8'));
  });
});

function rolesOf({ roleIds }: StageSpec): readonly Role[] {
  return roleIds.flatMap((id) => org.roles.find((role) => role.id === id) ?? []);
}

function nameOf({ id }: Pipeline, index: number, role: Role): string {
  return `${id}-${String(index + 1).padStart(2, '0')}-${role.id}.md`;
}

function promptOf(pipeline: Pipeline, index: number, role: Role): string {
  const spec = pipeline.stages[index] as StageSpec;
  const usableSkills = role.skillIds.flatMap((id) => skills.find((skill) => skill.id === id) ?? []);
  const taskClass = taskClassOf(spec.kind);
  const selected = selectSkills({ usable: usableSkills, taskClass, text: brief });
  const knowledge = knowledgeBefore(pipeline, index);
  const reports = reportsOn(['build', 'review'], spec, knowledge.stageSummaries);
  const blocks = userPrompt(prompts, {
    reports,
    role,
    org,
    usableSkills,
    loadedSkill: usableSkills.find(({ id }) => id === selected[0]?.skillId),
    place,
    notes: [],
    repository: '',
    files: [],
    evidence: spec.kind === 'report' ? [] : null,
    earlierRun: null,
    commented: [],
    plan: null,
    planning:
      spec.kind === 'plan'
        ? {
            builders: buildersFor(role, org.roles),
            onDemand: pipeline.stages.filter((stage) => stage.onDemand === true),
          }
        : null,
    checks: checksBefore(pipeline, index),
    instructions: [],
    knowledge,
    transcript: [],
    turnIndex: 0,
    spec,
    participants: rolesOf(spec),
    purpose: '(the purpose of the turn)',
    toolNames: toolsOf(pipeline, index, role),
    memory: { query: '', facts: [], total: 0 },
    room: fullRoom,
    ...(spec.mode === 'review-loop' && { asksVerdict: true }),
    ...(spec.mode === 'debate' && { asksPosition: true }),
  });
  const system = systemPrompt(prompts, { org, workspacePath: '/workspace', reports });
  const user = blocks.map(({ text, sharedUntilHere }) =>
    sharedUntilHere ? `${text}\n\n<!-- shared with other turns until here -->` : text,
  );
  return `<!-- system -->\n\n${system}\n\n<!-- user -->\n\n${user.join('')}\n`;
}

/** Nothing is remembered, and the model does not reason. */
function toolsOf({ stages }: Pipeline, index: number, role: Role): readonly string[] {
  const run = sampleRun({
    stages: stages.map((spec, place) => sampleStage({ id: `stage_${place}`, spec })),
  });
  const stage = run.stages[index] ?? sampleStage();
  const held = heldIn({ role, stage }, [...role.allowedTools, ...innateToolNames]);
  const session = { run, facts: place, placeOf: () => null };
  return usefulIn(session, { role, stage }, held, { memory: { total: 0 }, reasons: false });
}

/** The checks as the office ran them before the stage. */
function checksBefore({ stages }: Pipeline, index: number): readonly CheckResult[] {
  const built = stages.findIndex(({ kind }) => kind === 'build');
  if (built < 0 || index < built) return [];
  const check = { command: 'npm test', proves: 'the importer works' };
  const ran = { command: check.command, stageId: 'stage', at: 0, durationMs: 900, exitCode: 1 };
  const failed = { ...ran, outcome: 'exit code: 1', tail: 'not ok 1 - dry run', failures: [] };
  const before = { ...failed, moment: 'before', artifactId: 'art_run_check_1' } as const;
  if (index === built) return [{ ...check, before, last: null, state: 'not-run' }];
  const last = { ...failed, moment: 'build', artifactId: 'art_run_check_2' } as const;
  return [{ ...check, mustPass: true, before, last, state: 'failed' }];
}

function knowledgeBefore({ stages }: Pipeline, index: number): Knowledge {
  return {
    brief,
    objective: null,
    tags: [],
    artifacts: [],
    filesWritten: index > 1 ? ['src/importer.ts'] : [],
    producers: [],
    owners: {},
    patches: index > 1 ? ['diff --git a/src/importer.ts b/src/importer.ts\n(the change)\n'] : [],
    stageSummaries: stages.slice(0, index).map(({ name, kind }, place) => ({
      id: documentIds.stage(place),
      name,
      kind,
      summary: `(the result of "${name}")`,
    })),
  };
}
