import { describe, expect, it } from '@jest/globals';
import { sampleRole } from '#test/runs/support/sample-role.js';
import type { Pipeline, StageSpec } from '../records/work.js';
import { missingRoles, pipelinesNeeding } from './missing-roles.js';

const stage = (roleIds: readonly string[], fields: Partial<StageSpec> = {}): StageSpec => ({
  kind: 'build',
  name: 'Build',
  roleIds,
  mode: 'single',
  ...fields,
});

const pipeline = (...stages: StageSpec[]): Pipeline => ({
  id: 'p',
  name: 'P',
  description: '',
  stages,
});

const staff = ['ceo', 'cto'].map((id) => sampleRole(id));

describe('missingRoles', () => {
  it('finds nothing where everyone is there', () => {
    expect(missingRoles(pipeline(stage(['ceo']), stage(['cto', 'ceo'])), staff)).toEqual([]);
  });

  it('names each missing role once, in the order of the stages', () => {
    const stages = [stage(['qa', 'ceo']), stage(['designer', 'qa'])];
    expect(missingRoles(pipeline(...stages), staff)).toEqual(['qa', 'designer']);
  });

  it('leaves out who would take a second look at a decision', () => {
    const stages = [stage(['ceo']), stage(['dba'], { onDecision: true })];
    expect(missingRoles(pipeline(...stages), staff)).toEqual([]);
  });

  it('counts stages that may never run', () => {
    const stages = [stage(['qa'], { optional: true }), stage(['dba'], { whenTags: ['data'] })];
    expect(missingRoles(pipeline(...stages), staff)).toEqual(['qa', 'dba']);
  });
});

describe('pipelinesNeeding', () => {
  it('finds those that are refused without the role, and not those that skip its stage', () => {
    const needs = pipeline(stage(['ceo']), stage(['qa'], { optional: true }));
    const skips = pipeline(stage(['ceo']), stage(['qa'], { onDecision: true }));
    expect(pipelinesNeeding('qa', [needs, skips])).toEqual([needs]);
  });
});
