import { useState } from 'react';
import { modelTiers } from '#protocol/records/enums.js';
import type { ModelPolicy, Role } from '#protocol/records/organisation.js';
import { leftAfter } from '../../app/left-after.js';
import { useAction } from '../../app/notices.js';
import { useOfficeState, useOrganisation } from '../../app/office-context.js';
import { useIsMock } from '../../app/simulated.js';
import { Button } from '../../ui/button.js';
import { Check, type Choice, Select, TextField } from '../../ui/fields.js';
import { takeByEnter } from '../../ui/take-by-enter.js';

const tiers = modelTiers.map((id) => ({ id, label: id }));
const none = 'none';

/**
 * The allowed tiers and models of a role's turns. Edited fields stay until they are saved, also when
 * somebody else saves others meanwhile.
 */
export function Policy({ role }: { readonly role: Role }) {
  const organisation = useOrganisation();
  const models = useModelChoices();
  const [edits, setEdits] = useState<Partial<ModelPolicy>>({});
  const { busy, act } = useAction();
  const policy = { ...role.modelPolicy, ...edits };
  const set = (change: Partial<ModelPolicy>) => setEdits({ ...edits, ...change });
  const number = (text: string) => (text === '' ? undefined : Number(text));
  const save = async () => {
    const entries = Object.entries(policy).filter(([, value]) => value !== undefined);
    const clean = Object.fromEntries(entries) as unknown as ModelPolicy;
    const send = () => organisation.setModelPolicy(role.id, clean);
    if (await act(send, 'The policy is saved.')) {
      setEdits(leftAfter<Partial<ModelPolicy>>(edits, {}));
    }
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
          onChange={(id) =>
            set({ escalateTo: id === none ? undefined : id } as Partial<ModelPolicy>)
          }
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
          onChange={(id) => set({ preferredModelId: id === none ? undefined : id })}
        />
      </div>
      <Check isOn={policy.pin === true} onChange={(pin) => set({ pin })}>
        Take the tier as written: no posture, no escalation
      </Check>
      <div className="row">
        <Button
          look="primary"
          isPending={busy}
          isDisabled={Object.keys(edits).length === 0}
          onPress={() => void save()}
        >
          Save the policy
        </Button>
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
