import type { GivenForgeRules } from '#client/http/forge-operations.js';
import type { ForgeRules } from '#protocol/records/forges.js';
import { amountOf } from '../../app/amounts.js';
import { useFloorPart } from '../../app/floors.js';
import { AmountField } from '../../ui/amount-field.js';
import { Select, TextField } from '../../ui/fields.js';

/** Rules as they are typed. */
export type RuleDraft = { readonly [K in keyof ForgeRules]: string };

/** As the service has them where nothing is said. */
export const usualRules: RuleDraft = {
  ...{ label: 'office', mention: '', pipelineId: '' },
  ...{ issueUsd: '5', wakes: '5', perDay: '20', pollSeconds: '60' },
};

export function draftOf(rules: ForgeRules): RuleDraft {
  const { label, mention, pipelineId, issueUsd, wakes, perDay, pollSeconds } = rules;
  return {
    ...{ label: label ?? '', mention: mention ?? '', pipelineId: pipelineId ?? '' },
    ...{ issueUsd: String(issueUsd), wakes: String(wakes), perDay: String(perDay) },
    pollSeconds: String(pollSeconds),
  };
}

/** What the service is told; what is no number is left to it to refuse. */
export function rulesIn(draft: RuleDraft): GivenForgeRules {
  const { label, mention, pipelineId, issueUsd, wakes, perDay, pollSeconds } = draft;
  return {
    ...{ label, mention, pipelineId, issueUsd: amountOf(issueUsd) },
    ...{ wakes: Number(wakes), perDay: Number(perDay), pollSeconds: Number(pollSeconds) },
  };
}

/** What makes an issue work, in words. */
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

/** When issues become work, and how much of it. */
export function RuleFields({
  floorId,
  draft,
  onChange,
}: {
  readonly floorId: string;
  readonly draft: RuleDraft;
  readonly onChange: (draft: RuleDraft) => void;
}) {
  const pipelines = useFloorPart(floorId, (floor) => floor.pipelines) ?? [];
  const set = (name: keyof RuleDraft) => (value: string) => onChange({ ...draft, [name]: value });
  return (
    <div className="form-grid">
      <TextField
        label="Label"
        value={draft.label}
        onChange={set('label')}
        hint="An open issue with it becomes work."
      />
      <TextField
        label="Mention"
        value={draft.mention}
        onChange={set('mention')}
        placeholder="@office"
        hint="Also one that names it; empty: none."
      />
      <AmountField
        label="Ceiling of an issue, USD"
        value={draft.issueUsd}
        onChange={set('issueUsd')}
        hint="For all its runs together."
      />
      <TextField
        label="Goes on at most"
        type="number"
        value={draft.wakes}
        onChange={set('wakes')}
        hint="Times, for failed checks and comments."
      />
      <TextField
        label="Issues a day"
        type="number"
        value={draft.perDay}
        onChange={set('perDay')}
        hint="The others wait."
      />
      <TextField
        label="Seconds between looks"
        type="number"
        value={draft.pollSeconds}
        onChange={set('pollSeconds')}
        hint="With a webhook news come at once."
      />
      <Select
        label="Pipeline"
        value={draft.pipelineId}
        onChange={set('pipelineId')}
        choices={[
          { id: '', label: 'The office chooses' },
          ...pipelines.map(({ id, name }) => ({ id, label: name })),
        ]}
      />
    </div>
  );
}
