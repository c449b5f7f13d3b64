import { describe, expect, it } from '@jest/globals';
import { sampleRole } from '#test/runs/support/sample-role.js';
import { sampleRun, sampleStage } from '#test/support/sample-records.js';
import type { Role } from '#protocol/records/organisation.js';
import type { StageRun } from '#protocol/records/work.js';
import { usefulIn } from './tools-in-stage.js';

const names = [
  'read_document',
  'propose_fact',
  'read_file',
  'write_file',
  'todo_write',
  'think',
  'recall',
  'tracker__list',
];

const stage = (id: string, spec: Partial<StageRun['spec']>): StageRun =>
  sampleStage({
    id,
    participantRoleIds: ['dev'],
    spec: { kind: 'build', name: id, roleIds: ['dev'], mode: 'single', ...spec },
  });
const build = stage('build', {});
const review = stage('review', { kind: 'review', mode: 'review-loop' });
const report = stage('report', { kind: 'report' });

function left(
  { role = sampleRole('dev'), at = build, total = 1, reasons = false },
  stages: readonly StageRun[] = [build, review, report],
): readonly string[] {
  const session = { run: sampleRun({ stages: [...stages] }), facts: null, placeOf: () => null };
  const useful = usefulIn(session, { role, stage: at }, names, { memory: { total }, reasons });
  return names.filter((name) => !useful.includes(name));
}

const lead: Role = sampleRole('dev', { seniority: 'lead' });

describe('the tools that can be of no use', () => {
  it('are proposals of facts by those who are no leads', () => {
    expect(left({})).toEqual(['propose_fact']);
    expect(left({ role: lead })).toEqual([]);
  });

  it('are recalling where nothing is remembered, and thinking where the model reasons', () => {
    expect(left({ role: lead, total: 0 })).toEqual(['recall']);
    expect(left({ role: lead, reasons: true })).toEqual(['think']);
  });

  it('are plans and notes of its own for whoever judges', () => {
    expect(left({ role: lead, at: review })).toEqual(['todo_write', 'think']);
  });

  it('are all for working where a report tells what was reviewed, but those of others', () => {
    expect(left({ role: lead, at: report })).toEqual([
      'read_file',
      'write_file',
      'todo_write',
      'think',
      'recall',
    ]);
    expect(left({ role: lead, at: report }, [build, report])).toEqual([]);
  });

  it('are not known before the memory is', () => {
    const session = { run: sampleRun({ stages: [build] }), facts: null, placeOf: () => null };
    expect(usefulIn(session, { role: lead, stage: build }, names)).toEqual(names);
  });
});
