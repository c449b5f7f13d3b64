import { useState } from 'react';
import type { Role } from '#protocol/records/organisation.js';
import type { Run } from '#protocol/records/work.js';
import type { WorkPlan } from '#protocol/records/work-plan.js';
import { toldWords } from '#protocol/rules/told-words.js';
import { useAction } from '../app/notices.js';
import { useOffice } from '../app/office-context.js';
import { useKeptDraft } from '../app/use-kept-draft.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Discard } from '../ui/discard.js';
import { Check, Select, TextField } from '../ui/fields.js';
import { nextBuilder, planProblem } from './plan-problem.js';
import { PlanRows } from './plan-rows.js';

/** A dialog in which a person changes the plan of a run at work. */
export function ChangePlan({
  run,
  plan,
  roles,
  onClose,
}: {
  readonly run: Run;
  readonly plan: WorkPlan;
  readonly roles: readonly Role[];
  readonly onClose: () => void;
}) {
  const office = useOffice();
  const { busy, act } = useAction();
  const [seen] = useState(plan);
  const edits = useKeptDraft(`office-plan-${run.id}`, seen, {
    version: JSON.stringify(seen),
  });
  const { draft } = edits;
  const [isTried, setTried] = useState(false);
  /** The service's refusal of the present plan. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const problem = planProblem(draft, run.stages, roles);
  const said = (isTried ? problem : null) ?? refusal;
  const change = (part: Partial<WorkPlan>) => {
    setRefusal(null);
    edits.set(part);
  };
  const send = async (): Promise<void> => {
    try {
      await office.changePlan(run.id, tidied(draft));
    } catch (thrown) {
      setRefusal(toldWords(messageOf(thrown)));
      throw thrown;
    }
  };
  const give = () => {
    setTried(true);
    if (problem !== null) return;
    void act(send, 'The plan is changed.').then((isDone) => {
      if (!isDone) return;
      edits.drop();
      onClose();
    });
  };
  return (
    <Dialog title="Change the plan" onClose={onClose} wide>
      <p className="muted">It holds from the next stage on; a stage at work goes on as it began.</p>
      <Builders draft={draft} roles={roles} change={change} />
      <Checks draft={draft} change={change} />
      <Questions draft={draft} change={change} />
      <StagesOnDemand draft={draft} run={run} change={change} />
      <Check
        isOn={draft.review === 'full'}
        onChange={(isOn) => change({ review: isOn ? 'full' : 'one' })}
      >
        Everybody of the review looks at it, not one fresh reviewer
      </Check>
      {said !== null && (
        <p className="notice bad" role="alert">
          {said}
        </p>
      )}
      <div className="row">
        <Button look="primary" isPending={busy} onPress={give}>
          Change the plan
        </Button>
        <Button look="quiet" onPress={onClose}>
          {edits.isBegun ? 'Close for now' : 'Leave it'}
        </Button>
        <Discard of={edits} onClose={onClose} />
      </div>
    </Dialog>
  );
}

interface PartProps {
  readonly draft: WorkPlan;
  readonly change: (part: Partial<WorkPlan>) => void;
}

function Builders({ draft, roles, change }: PartProps & { readonly roles: readonly Role[] }) {
  const choices = roles.map(({ id, displayName, title }) => ({
    id,
    label: displayName,
    detail: title,
  }));
  const { builders } = draft;
  return (
    <PlanRows
      title="Who builds"
      entry="builder"
      rows={builders}
      added={{ roleId: nextBuilder(draft, roles), part: '', paths: [] }}
      onChange={(rows) => change({ builders: rows })}
      show={({ roleId, part, paths }, set, number) => (
        <>
          <Select
            label={`Builder ${number}`}
            value={roleId}
            choices={choices}
            onChange={(id) => set({ roleId: id, part, paths })}
          />
          <TextField
            label={`Part of builder ${number}`}
            value={part}
            onChange={(text) => set({ roleId, part: text, paths })}
          />
          <TextField
            label={`Paths of builder ${number}`}
            value={paths.join(', ')}
            placeholder="src/a.ts, docs"
            onChange={(text) => set({ roleId, part, paths: listIn(text) })}
          />
        </>
      )}
    />
  );
}

function Checks({ draft, change }: PartProps) {
  return (
    <PlanRows
      title="Commands that prove it"
      entry="command"
      rows={draft.checks}
      added={{ command: '', proves: '' }}
      onChange={(checks) => change({ checks })}
      show={(check, set, number) => (
        <>
          <TextField
            label={`Command ${number}`}
            value={check.command}
            onChange={(command) => set({ ...check, command })}
          />
          <TextField
            label={`What command ${number} proves`}
            value={check.proves}
            onChange={(proves) => set({ ...check, proves })}
          />
          <Check
            isOn={check.mustPass === true}
            onChange={(mustPass) => set({ ...check, mustPass })}
          >
            Has to pass even if it failed before the work
          </Check>
        </>
      )}
    />
  );
}

function Questions({ draft, change }: PartProps) {
  return (
    <PlanRows
      title="Open questions"
      entry="question"
      rows={draft.open}
      added={{ question: '', options: [] }}
      onChange={(open) => change({ open })}
      show={({ question, options }, set, number) => (
        <>
          <TextField
            label={`Question ${number}`}
            value={question}
            onChange={(text) => set({ question: text, options })}
          />
          <TextField
            label={`Options of question ${number}`}
            value={options.join(', ')}
            onChange={(text) => set({ question, options: listIn(text) })}
          />
        </>
      )}
    />
  );
}

/** The stages on demand: they are worked on only if the plan asks for them. */
function StagesOnDemand({ draft, run, change }: PartProps & { readonly run: Run }) {
  const names = run.stages.flatMap(({ spec }) => (spec.onDemand === true ? [spec.name] : []));
  if (names.length === 0) return null;
  const others = (name: string) => draft.stages.filter((stage) => stage.name !== name);
  return (
    <fieldset className="stack tight">
      <legend>Stages on demand</legend>
      {names.map((name) => (
        <Check
          key={name}
          isOn={draft.stages.some((stage) => stage.name === name)}
          onChange={(isOn) =>
            change({
              stages: [
                ...others(name),
                ...(isOn ? [{ name, reason: 'A person asks for it.' }] : []),
              ],
            })
          }
        >
          {name}
        </Check>
      ))}
    </fieldset>
  );
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The parts between commas, while they are typed. */
function listIn(text: string): readonly string[] {
  return text === '' ? [] : text.split(',').map((part) => part.trimStart());
}

/** Entries of nothing but white space are left out. */
function tidied(plan: WorkPlan): WorkPlan {
  const said = (texts: readonly string[]) =>
    texts.map((text) => text.trim()).filter((text) => text !== '');
  return {
    ...plan,
    builders: plan.builders.map((builder) => ({ ...builder, paths: said(builder.paths) })),
    checks: plan.checks.filter(({ command }) => command.trim() !== ''),
    open: plan.open
      .filter(({ question }) => question.trim() !== '')
      .map((question) => ({ ...question, options: said(question.options) })),
  };
}
