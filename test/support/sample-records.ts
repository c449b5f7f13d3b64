import type { MemoryFact } from '../../src/protocol/records/memory.js';
import type { CheckRecord } from '../../src/protocol/records/evidence.js';
import type {
  Approval,
  Artifact,
  Run,
  StageRun,
  ToolCallRecord,
  TurnRecord,
} from '../../src/protocol/records/work.js';
import type { RouteDecision } from '../../src/protocol/records/routes.js';

/** Valid records with plain values; a test names only the fields that matter to it. */

export function sampleStage(fields: Partial<StageRun> = {}): StageRun {
  const id = fields.id ?? 'stage_0000000001';
  return {
    id,
    runId: 'run_0000000001',
    stageId: id,
    spec: { kind: 'build', name: 'Build', roleIds: ['engineer'], mode: 'single' },
    status: 'running',
    startedAt: 1000,
    endedAt: null,
    turnIds: [],
    artifactIds: [],
    summary: null,
    participantRoleIds: ['engineer'],
    error: null,
    ...fields,
  };
}

export function sampleRun(fields: Partial<Run> = {}): Run {
  return {
    id: 'run_0000000001',
    brief: 'Build a todo list',
    pipelineId: 'product-build',
    status: 'running',
    createdAt: 1000,
    updatedAt: 1000,
    endedAt: null,
    stages: [sampleStage()],
    budget: { limitUsd: 5, spentUsd: 0 },
    workspaceId: 'default',
    workspacePath: '/work/todo',
    objective: null,
    plan: [],
    tags: [],
    outcome: null,
    error: null,
    submittedBy: 'http',
    ...fields,
  };
}

export function sampleRoute(fields: Partial<RouteDecision> = {}): RouteDecision {
  return {
    providerId: 'mock',
    modelId: 'mock-standard',
    tier: 'standard',
    taskClass: 'coding',
    reason: '',
    fallbacks: [],
    considered: [],
    ...fields,
  };
}

export function sampleTurn(fields: Partial<TurnRecord> = {}): TurnRecord {
  return {
    id: 'turn_0000000001',
    runId: 'run_0000000001',
    stageId: 'stage_0000000001',
    employeeId: 'engineer',
    roleId: 'engineer',
    purpose: 'Write the code',
    route: sampleRoute(),
    status: 'done',
    startedAt: 1000,
    endedAt: 2000,
    usage: { tokensIn: 100, tokensOut: 20, costUsd: 0.0012 },
    text: '',
    reasoning: null,
    toolCalls: [],
    skills: [],
    wroteFiles: [],
    error: null,
    ...fields,
  };
}

export function sampleToolCall(fields: Partial<ToolCallRecord> = {}): ToolCallRecord {
  return {
    id: 'call_1',
    turnId: 'turn_0000000001',
    name: 'read_file',
    argumentsJson: '{"path":"README.md"}',
    status: 'ok',
    resultPreview: '',
    durationMs: 3,
    affectsPaths: [],
    ...fields,
  };
}

export function sampleApproval(fields: Partial<Approval> = {}): Approval {
  return {
    id: 'appr_0000000001',
    runId: 'run_0000000001',
    turnId: 'turn_0000000001',
    employeeId: 'engineer',
    kind: 'shell',
    summary: 'Run the tests',
    detail: 'npm test',
    status: 'pending',
    requestedAt: 1000,
    decidedAt: null,
    reason: null,
    ...fields,
  };
}

export function sampleCheck(fields: Partial<CheckRecord> = {}): CheckRecord {
  return {
    command: 'npm test',
    moment: 'build',
    stageId: 'stage_0000000001',
    at: 2000,
    durationMs: 500,
    exitCode: 0,
    outcome: 'exit code: 0',
    tail: '',
    failures: [],
    artifactId: 'art_0000000001_check_1',
    ...fields,
  };
}

export function sampleArtifact(fields: Partial<Artifact> = {}): Artifact {
  return {
    id: 'art_0000000001',
    runId: 'run_0000000001',
    stageId: 'stage_0000000001',
    employeeId: 'engineer',
    kind: 'plan',
    title: 'The plan',
    body: '',
    createdAt: 1000,
    ...fields,
  };
}

export function sampleFact(fields: Partial<MemoryFact> = {}): MemoryFact {
  return {
    id: 'fact_0000000001',
    scope: 'installation',
    scopeId: null,
    workspaceId: null,
    roleId: null,
    kind: 'note',
    text: 'Invoices are due after thirty days.',
    origin: 'operator',
    tags: [],
    source: null,
    confidence: 1,
    createdAt: 1000,
    updatedAt: 1000,
    validFrom: 1000,
    invalidFrom: null,
    supersededBy: null,
    supersedes: null,
    retractReason: null,
    readCount: 0,
    lastReadAt: null,
    ...fields,
  };
}
