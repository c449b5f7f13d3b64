import type { GivenForgeRules } from '#client/http/forge-operations.js';
import type { ForgeRules } from '#protocol/records/forges.js';
import { amountOf } from '../../app/amounts.js';
import { FormAmount, FormText } from '../../ui/form.js';
import { PipelineField } from './floor-fields.js';

/** Rules as typed texts. */
export type RuleDraft = { readonly [K in keyof ForgeRules]: string };

/** The service's defaults. */
export const usualRules: RuleDraft = {
  ...{ label: 'office', mention: '', pipelineId: '' },
  ...{ issueUsd: '5', wakes: '5', perDay: '20', pollSeconds: '60' },
};

export const ruleNames = Object.keys(usualRules);

export function draftOf(rules: ForgeRules): RuleDraft {
  const { label, mention, pipelineId, issueUsd, wakes, perDay, pollSeconds } = rules;
  return {
    ...{ label: label ?? '', mention: mention ?? '', pipelineId: pipelineId ?? '' },
    ...{ issueUsd: String(issueUsd), wakes: String(wakes), perDay: String(perDay) },
    pollSeconds: String(pollSeconds),
  };
}

/** The rules for the service, which refuses values that are no numbers. */
export function rulesIn(draft: RuleDraft): GivenForgeRules {
  const { label, mention, pipelineId, issueUsd, wakes, perDay, pollSeconds } = draft;
  return {
    ...{ label, mention, pipelineId, issueUsd: amountOf(issueUsd) },
    ...{ wakes: Number(wakes), perDay: Number(perDay), pollSeconds: Number(pollSeconds) },
  };
}

/** The changed rules only, because somebody else may have changed the others. */
export function changedRules(before: RuleDraft, draft: RuleDraft): GivenForgeRules {
  const isChanged = (name: string) => Reflect.get(before, name) !== Reflect.get(draft, name);
  return Object.fromEntries(Object.entries(rulesIn(draft)).filter(([name]) => isChanged(name)));
}

/** In words: what makes an issue work of the office. */
export function asksFor({ label, mention }: Pick<ForgeRules, 'label' | 'mention'>): string {
  const asked = [
    ...(label === null ? [] : [`the label “${label}”`]),
    ...(mention === null ? [] : [`a mention of @${mention}`]),
  ];
  return asked.join(' or ');
}

export function isWhole(draft: RuleDraft): boolean {
  const numbers = [draft.wakes, draft.perDay, draft.pollSeconds];
  return numbers.every((text) => /^\d+$/.test(text)) && !Number.isNaN(amountOf(draft.issueUsd));
}

/** Fields for the conditions and bounds of work on issues. */
export function RuleFields({
  floorId,
  draft,
  onChange,
}: {
  readonly floorId: string;
  readonly draft: RuleDraft;
  readonly onChange: (draft: RuleDraft) => void;
}) {
  const set = (name: keyof RuleDraft) => (value: string) => onChange({ ...draft, [name]: value });
  return (
    <div className="form-grid">
      <FormText
        name="label"
        label="Label"
        value={draft.label}
        onChange={set('label')}
        hint="An open issue with it becomes work."
      />
      <FormText
        name="mention"
        label="Mention"
        value={draft.mention}
        onChange={set('mention')}
        placeholder="@office"
        hint="Also one that names it; empty: none."
      />
      <FormAmount
        name="issueUsd"
        label="Ceiling of an issue, USD"
        value={draft.issueUsd}
        onChange={set('issueUsd')}
        hint="For all its runs together."
      />
      <FormText
        name="wakes"
        label="Goes on at most"
        type="number"
        value={draft.wakes}
        onChange={set('wakes')}
        hint="Times, for failed checks and comments."
      />
      <FormText
        name="perDay"
        label="Issues a day"
        type="number"
        value={draft.perDay}
        onChange={set('perDay')}
        hint="The others wait."
      />
      <FormText
        name="pollSeconds"
        label="Seconds between looks"
        type="number"
        value={draft.pollSeconds}
        onChange={set('pollSeconds')}
        hint="With a webhook news come at once."
      />
      <PipelineField floorId={floorId} value={draft.pipelineId} onChange={set('pipelineId')} />
    </div>
  );
}
