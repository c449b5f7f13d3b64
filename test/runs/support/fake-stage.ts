import type { CheckResult } from '#protocol/rules/check-states.js';
import type { Role } from '#protocol/records/organisation.js';
import type { StageSpec, TurnRecord } from '#protocol/records/work.js';
import type { Knowledge } from '#runs/engine/knowledge.js';
import type { StageContext, StageTurn } from '#runs/engine/stages/stage-context.js';
import { sampleStage, sampleTurn } from '../../support/sample-records.js';
import { sampleRole } from './sample-role.js';

/** How a turn turns out; null: it is refused. */
export type Reply = Partial<TurnRecord> | null;

export interface FakeStageOptions {
  readonly spec: Partial<StageSpec> & Pick<StageSpec, 'mode' | 'roleIds'>;
  /** Replies by step key; any other turn says `<key> speaks`. */
  readonly replies?: Readonly<Record<string, Reply>>;
  /** Roles of the stage that the floor has; all of them when absent. */
  readonly participants?: readonly string[];
  /** Roles of the floor that are not in the stage. */
  readonly others?: readonly string[];
  readonly knowledge?: Partial<Knowledge>;
  /** Asked whenever the stage asks; by default it may always go on. */
  readonly mustStop?: (asked: readonly StageTurn[], nextKeys: readonly string[]) => boolean;
  /** Checks that fail when a pass begins, by the pass. */
  readonly failing?: Readonly<Record<number, readonly CheckResult[]>>;
  /** Holds a turn up until the promise resolves. */
  readonly before?: (turn: StageTurn) => Promise<void>;
}

export const noKnowledge: Knowledge = {
  brief: 'Build a todo list',
  objective: null,
  tags: [],
  stageSummaries: [],
  artifacts: [],
  filesWritten: [],
  producers: [],
  owners: {},
  patches: [],
};

/** A stage without an engine: it keeps what was asked and answers as scripted. */
export class FakeStage implements StageContext {
  readonly stage;
  readonly participants: readonly Role[];
  readonly knowledge: Knowledge;
  /** Every turn that was asked for, in order. */
  readonly asked: StageTurn[] = [];
  /** Passes after whose revision the checks were run. */
  readonly checked: number[] = [];
  private readonly floor: readonly Role[];

  constructor(private readonly options: FakeStageOptions) {
    const { spec, others = [], knowledge = {} } = options;
    this.stage = sampleStage({
      participantRoleIds: spec.roleIds,
      spec: { kind: 'build', name: 'The stage', ...spec },
    });
    this.participants = (options.participants ?? spec.roleIds).map((id) => sampleRole(id));
    this.floor = [...this.participants, ...others.map((id) => sampleRole(id))];
    this.knowledge = { ...noKnowledge, ...knowledge };
  }

  get keys(): readonly string[] {
    return this.asked.map((turn) => turn.key);
  }

  /** The turn that was asked for under the key. */
  turnAt(key: string): StageTurn {
    const turn = this.asked.find((candidate) => candidate.key === key);
    if (turn === undefined) throw new Error(`nobody asked for ${key}`);
    return turn;
  }

  /** What was said before the turn, as its prompt shows it. */
  utterancesBefore(key: string): readonly string[] {
    return (this.turnAt(key).transcript ?? []).map(({ speaker, text }) => `${speaker}: ${text}`);
  }

  failingChecks(pass: number): readonly CheckResult[] {
    return this.options.failing?.[pass] ?? [];
  }

  async runChecks(pass: number): Promise<void> {
    this.checked.push(pass);
  }

  async turn(request: StageTurn): Promise<TurnRecord | null> {
    this.asked.push(request);
    await this.options.before?.(request);
    const { key, role, purpose } = request;
    const reply = this.options.replies?.[key];
    if (reply === null) return null;
    return sampleTurn({
      id: `turn ${key}`,
      roleId: role.id,
      employeeId: role.id,
      purpose,
      text: `${key} speaks`,
      ...reply,
    });
  }

  conversationOf(): undefined {
    return undefined;
  }

  roleOf(roleId: string): Role | undefined {
    return this.floor.find((role) => role.id === roleId);
  }

  mustStop(...nextKeys: readonly string[]): boolean {
    return this.options.mustStop?.(this.asked, nextKeys) ?? false;
  }
}
