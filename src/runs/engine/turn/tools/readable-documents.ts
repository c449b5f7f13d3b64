import { Injectable } from '@nestjs/common';
import type { Skill } from '#protocol/records/skills.js';
import type { ToolCallRecord, TurnRecord } from '#protocol/records/work.js';
import { documentTitles } from '#protocol/texts/prompts.js';
import { SkillsService } from '#skills/skills.service.js';
import type { Documents, ReadableDocument } from '#tools/tool.js';
import { stageDocuments } from '#runs/history/run-documents.js';
import type { RunSession } from '../../journal/run-session.js';
import { stepKeys } from '../../journal/step-keys.js';
import { checkStep, toolCallStep } from '../../journal/recorded.js';
import { Steps } from '../../journal/steps.js';
import { skillsAt } from '../context/turn-plan.js';
import type { ActiveTurn } from '../lifecycle/active-turn.js';

/**
 * Documents that an employee can read besides the workspace: everything said in the run, and its
 * skills. Stored with the run, not in the user's directory.
 */
@Injectable()
export class ReadableDocuments {
  constructor(
    private readonly steps: Steps,
    private readonly skills: SkillsService,
  ) {}

  /** The brief and stage results; texts of turns and tool results are read by id. */
  of(turn: ActiveTurn): Documents {
    const { session } = turn;
    const listed = () => stageDocuments(session.run, (id) => session.turn(id));
    return {
      list: listed,
      read: (id) =>
        listed().find((document) => document.id === id) ??
        turnText(session, id) ??
        this.checkOutput(session, id) ??
        this.callResult(turn, id),
    };
  }

  skillsOf({ session, request }: ActiveTurn): Documents {
    const usable = skillsAt(session, request.role, this.skills.all());
    const documents = usable.map(({ id, name, body }) => ({ id, title: name, text: body.trim() }));
    return {
      list: () => documents,
      read: (id) => documents.find((document) => document.id === id) ?? fileOf(usable, id),
    };
  }

  /** The output of a check, by the id of its artifact, which may hold a part of it only. */
  private checkOutput(session: RunSession, id: string): ReadableDocument | undefined {
    const check = session.run.checks?.find(({ artifactId }) => artifactId === id);
    const artifact = session.artifacts.find((each) => each.id === id);
    if (check === undefined || artifact === undefined) return undefined;
    const found = this.steps.find(session, { kind: checkStep, key: stepKeys.check(check) });
    const text = 'result' in found ? found.result.output : artifact.body;
    return { id, title: artifact.title, text };
  }

  /** A tool result, by the call's id in its turn's record (`toolCallId`). */
  private callResult(turn: ActiveTurn, id: string): ReadableDocument | undefined {
    const [, turnId, round, index] = /^call_(\w+)_(\d+)_(\d+)$/.exec(id) ?? [];
    const turnKey = turnKeyOf(turn, `turn_${turnId}`);
    if (turnKey === undefined) return undefined;
    const answerKey = stepKeys.modelCall(turnKey, Number(round));
    const key = stepKeys.toolCall(answerKey, Number(index));
    const found = this.steps.find(turn.session, { kind: toolCallStep, key });
    if (!('result' in found)) return undefined;
    const { record, content, whole = content } = found.result;
    return { id, title: titleOf(record), text: whole };
  }
}

/** A text of a skill that is a folder, by `<skill>/<path>`. */
function fileOf(skills: readonly Skill[], id: string): ReadableDocument | undefined {
  for (const skill of skills) {
    const file = skill.files?.find(({ path }) => id === `${skill.id}/${path}`);
    if (file !== undefined) return { id, title: id, text: file.text };
  }
  return undefined;
}

function turnKeyOf({ session, request, record }: ActiveTurn, turnId: string): string | undefined {
  if (record.id === turnId) return request.key;
  return session.settledTurns().find(([, { id }]) => id === turnId)?.[0];
}

function turnText(session: RunSession, id: string): ReadableDocument | undefined {
  const turn: TurnRecord | undefined = session.turn(id);
  if (turn === undefined) return undefined;
  return { id, title: documentTitles.turn(turn.roleId, turn.purpose), text: turn.text };
}

function titleOf({ name, status }: ToolCallRecord): string {
  return documentTitles.call(name, status);
}
