import { useState } from 'react';
import { modelTiers } from '#protocol/records/enums.js';
import { useAddressFilter } from '../../app/address-state.js';
import { count } from '../../app/format.js';
import { useOfficeState } from '../../app/office-context.js';
import { Button } from '../../ui/button.js';
import { Select, TextField } from '../../ui/fields.js';
import { Empty } from '../../ui/pieces.js';
import '../filters.css';
import { ModelDialog } from './model-dialog.js';
import { ModelTable } from './model-table.js';
import { orders, shownModels, states, type ModelFilter } from './shown-models.js';

const all = 'all';
const mostRows = 200;
const every: ModelFilter = { words: '', tier: all, providerId: all, state: 'all', order: 'listed' };

/** The list of models, filtered and sorted; one of them opened. */
export function Models() {
  const models = useOfficeState((state) => state.models);
  const providers = useOfficeState((state) => state.providers);
  const overrides = useOfficeState((state) => state.settings.modelOverrides);
  const [kept, set] = useAddressFilter<ModelFilter>(every, ['words']);
  const filter = {
    ...kept,
    state: states.find(({ id }) => id === kept.state)?.id ?? every.state,
    order: orders.find(({ id }) => id === kept.order)?.id ?? every.order,
  };
  const [chosen, setChosen] = useState<string | null>(null);
  const corrected = new Set(Object.keys(overrides));
  const shown = shownModels(models, corrected, filter);
  const model = models.find(({ id }) => id === chosen);
  const used = providers.filter(({ id }) => models.some(({ providerId }) => providerId === id));
  return (
    <section className="stack">
      <h2>
        Models ({count(shown.length)} of {count(models.length)})
      </h2>
      <div className="filters">
        <TextField
          label="Search"
          type="search"
          value={filter.words}
          onChange={(words) => set({ words })}
          placeholder="Name, provider or tier"
        />
        <Select
          label="Provider"
          value={filter.providerId}
          choices={[
            { id: all, label: 'Every one' },
            ...used.map(({ id, label }) => ({ id, label })),
          ]}
          onChange={(providerId) => set({ providerId })}
        />
        <Select
          label="Tier"
          value={filter.tier}
          choices={[
            { id: all, label: 'Every tier' },
            ...modelTiers.map((id) => ({ id, label: id })),
          ]}
          onChange={(tier) => set({ tier })}
        />
        <Select
          label="State"
          value={filter.state}
          choices={states}
          onChange={(state) => set({ state: state as ModelFilter['state'] })}
        />
        <Select
          label="Order"
          value={filter.order}
          choices={orders}
          onChange={(order) => set({ order: order as ModelFilter['order'] })}
        />
      </div>
      {shown.length === 0 ? (
        <Empty title="No model is like that">
          <p>A provider with a key can be asked for all of its models, above.</p>
          <Button onPress={() => set(every)}>Show all of them</Button>
        </Empty>
      ) : (
        <ModelTable models={shown.slice(0, mostRows)} corrected={corrected} onChoose={setChosen} />
      )}
      {shown.length > mostRows && (
        <p className="small muted">The first {mostRows} are shown; search for others.</p>
      )}
      {model !== undefined && <ModelDialog model={model} onClose={() => setChosen(null)} />}
    </section>
  );
}
