import { modelTiers } from '#protocol/records/enums.js';
import type { ModelPolicy, Role } from '#protocol/records/organisation.js';
import { useAction } from '../../app/notices.js';
import { useOfficeState, useOrganisation } from '../../app/office-context.js';
import { useIsMock } from '../../app/simulated.js';
import { useKeptDraft } from '../../app/use-kept-draft.js';
import { Button } from '../../ui/button.js';
import { Check, type Choice, Select, TextField } from '../../ui/fields.js';
import { takeByEnter } from '../../ui/take-by-enter.js';
import { Unsaved } from '../../ui/unsaved.js';

const tiers = modelTiers.map((id) => ({ id, label: id }));
const none = 'none';

/** A policy with null for what it lacks, so that what is emptied is kept, too. */
type Fields = {
  readonly [K in keyof ModelPolicy]-?: Exclude<ModelPolicy[K], undefined> | Lacking<K>;
};

type Lacking<K> = K extends keyof typeof lacking ? null : never;

const lacking = {
  ...{ byTaskClass: null, escalateAtComplexity: null, escalateTo: null },
  ...{ maxOutputTokens: null, pin: null, preferredModelId: null },
} as const;

/**
 * The allowed tiers and models of a role's turns. Edited fields stay until they are saved, also when
 * somebody else saves others meanwhile.
 */
export function Policy({ role }: { readonly role: Role }) {
  const organisation = useOrganisation();
  const models = useModelChoices();
  const floorId = useOfficeState((state) => state.activeWorkspaceId);
  const edits = useKeptDraft<Fields>(`office-policy-${floorId}-${role.id}`, {
    ...lacking,
    ...role.modelPolicy,
  });
  const { busy, act } = useAction();
  const { draft: policy, set } = edits;
  const number = (text: string) => (text === '' ? null : Number(text));
  const save = async () => {
    const entries = Object.entries(policy).filter(([, value]) => value !== null);
    const clean = Object.fromEntries(entries) as unknown as ModelPolicy;
    const send = () => organisation.setModelPolicy(role.id, clean);
    if (await act(send, 'The policy is saved.')) edits.drop();
  };
  return (
    <section className="card stack" onKeyDown={takeByEnter}>
      <h2>Models</h2>
      <div className="form-grid">
        <Select
          label="Usual tier"
          value={policy.defaultTier}
          choices={tiers}
          onChange={(id) => set({ defaultTier: id as ModelPolicy['defaultTier'] })}
        />
        <Select
          label="Never below"
          value={policy.minTier}
          choices={tiers}
          onChange={(id) => set({ minTier: id as ModelPolicy['minTier'] })}
        />
        <Select
          label="Never above"
          value={policy.maxTier}
          choices={tiers}
          onChange={(id) => set({ maxTier: id as ModelPolicy['maxTier'] })}
        />
        <TextField
          label="Escalate at complexity, 0 to 1"
          type="number"
          step="0.05"
          value={String(policy.escalateAtComplexity ?? '')}
          onChange={(text) => set({ escalateAtComplexity: number(text) })}
          hint="Empty: never."
        />
        <Select
          label="Escalate to"
          value={policy.escalateTo ?? none}
          choices={[{ id: none, label: 'Nothing' }, ...tiers]}
          onChange={(id) => set({ escalateTo: modelTiers.find((each) => each === id) ?? null })}
        />
        <TextField
          label="Tokens of one answer, at most"
          type="number"
          value={String(policy.maxOutputTokens ?? '')}
          onChange={(text) => set({ maxOutputTokens: number(text) })}
        />
        <Select
          label="One model, inside the tiers"
          value={policy.preferredModelId ?? none}
          choices={[{ id: none, label: 'Whichever fits' }, ...models]}
          onChange={(id) => set({ preferredModelId: id === none ? null : id })}
        />
      </div>
      <Check isOn={policy.pin === true} onChange={(pin) => set({ pin })}>
        Take the tier as written: no posture, no escalation
      </Check>
      <div className="row">
        <Button
          look="primary"
          isPending={busy}
          isDisabled={!edits.isBegun}
          onPress={() => void save()}
        >
          Save the policy
        </Button>
        <Unsaved of={edits} />
      </div>
    </section>
  );
}

/** All models; those that no turn can use say so. */
function useModelChoices(): readonly Choice[] {
  const models = useOfficeState((state) => state.models);
  const providers = useOfficeState((state) => state.providers);
  const isMock = useIsMock();
  const usable = new Set(providers.flatMap((each) => (each.configured ? [each.id] : [])));
  return models.map(({ id, label, providerId }) => ({
    ...{ id, label },
    ...(!isMock && !usable.has(providerId) && { detail: 'Its provider is not set up.' }),
  }));
}
