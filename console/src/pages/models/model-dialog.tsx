import { modelTiers } from '#protocol/records/enums.js';
import type { ModelOverride, ModelSpec } from '#protocol/records/models.js';
import { useAction } from '../../app/notices.js';
import { useOffice, useOfficeState } from '../../app/office-context.js';
import { useKeptDraft } from '../../app/use-kept-draft.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Discard } from '../../ui/discard.js';
import { Check, Select, TextField } from '../../ui/fields.js';
import { Facts } from '../../ui/pieces.js';
import { amountOf, amountProblem } from '../../app/amounts.js';
import { AmountField } from '../../ui/amount-field.js';

const asCatalogue = 'catalogue';

/** One model: abilities, whether it is used, and the operator's corrections. */
export function ModelDialog({
  model,
  onClose,
}: {
  readonly model: ModelSpec;
  readonly onClose: () => void;
}) {
  const { http } = useOffice();
  const settings = useOfficeState((state) => state.settings);
  const before = settings.modelOverrides[model.id] ?? {};
  const now = {
    isOn: model.disabled !== true,
    tier: String(before.tier ?? asCatalogue),
    costIn: text(before.costPerMTokIn),
    costOut: text(before.costPerMTokOut),
    quality: text(before.quality),
  };
  const edits = useKeptDraft(`office-model-${model.id}`, now, { version: JSON.stringify(now) });
  const { isOn, tier, costIn, costOut, quality } = edits.draft;
  const { busy, act } = useAction();
  const save = async () => {
    const { fitness } = before;
    const override: ModelOverride = {
      ...(fitness !== undefined && { fitness }),
      ...(tier !== asCatalogue && { tier: tier as ModelSpec['tier'] }),
      ...(costIn.trim() !== '' && { costPerMTokIn: amountOf(costIn) }),
      ...(costOut.trim() !== '' && { costPerMTokOut: amountOf(costOut) }),
      ...(quality !== '' && { quality: Number(quality) }),
    };
    const { [model.id]: _replaced, ...others } = settings.modelOverrides;
    const isEmpty = Object.keys(override).length === 0;
    const off = settings.disabledModelIds.filter((id) => id !== model.id);
    const change = {
      modelOverrides: isEmpty ? others : { ...others, [model.id]: override },
      disabledModelIds: isOn ? off : [...off, model.id],
    };
    if (!(await act(() => http.updateSettings(change), 'Saved.'))) return;
    edits.drop();
    onClose();
  };
  const isCorrected = [tier === asCatalogue ? '' : tier, costIn, costOut, quality].some(
    (value) => value !== '',
  );
  const asListed = () => edits.set({ tier: asCatalogue, costIn: '', costOut: '', quality: '' });
  return (
    <Dialog title={model.label} onClose={onClose}>
      <Known model={model} />
      <Check isOn={isOn} onChange={(on) => edits.set({ isOn: on })}>
        May be chosen
      </Check>
      <div className="form-grid">
        <Select
          label="Tier"
          value={tier}
          choices={[
            { id: asCatalogue, label: `As listed (${model.tier})` },
            ...modelTiers.map((id) => ({ id, label: id })),
          ]}
          onChange={(id) => edits.set({ tier: id })}
        />
        <AmountField
          label="Dollars in, per million"
          value={costIn}
          onChange={(typed) => edits.set({ costIn: typed })}
          placeholder={String(model.costPerMTokIn)}
        />
        <AmountField
          label="Dollars out, per million"
          value={costOut}
          onChange={(typed) => edits.set({ costOut: typed })}
          placeholder={String(model.costPerMTokOut)}
        />
        <TextField
          label="Quality, 0 to 1"
          type="number"
          step="0.05"
          value={quality}
          onChange={(typed) => edits.set({ quality: typed })}
          placeholder={text(model.quality?.quality)}
        />
      </div>
      <div className="row">
        <Button
          look="primary"
          isPending={busy}
          isDisabled={[costIn, costOut].some((typed) => amountProblem(typed) !== null)}
          onPress={() => void save()}
        >
          Save
        </Button>
        {isCorrected && <Button onPress={asListed}>Everything as listed</Button>}
        <Discard of={edits} onClose={onClose} />
      </div>
    </Dialog>
  );
}

function Known({ model }: { readonly model: ModelSpec }) {
  const { capabilities } = model;
  const can = Object.entries(capabilities).filter(([, has]) => has === true);
  return (
    <Facts
      rows={[
        ['Id', model.id],
        ['Can', can.map(([name]) => name).join(', ') || 'nothing known'],
        ['Good at', model.strengths.join(', ') || 'nothing in particular'],
        ['Sources of quality', model.quality?.sources?.join(', ') ?? 'none'],
        ['From', model.origin ?? 'catalog'],
      ]}
    />
  );
}

function text(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}
