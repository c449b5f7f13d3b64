import { useCallback, useState } from 'react';
import type { PluginSettingField, PluginSettingValue } from '#protocol/records/plugins.js';
import { useAction } from '../../app/notices.js';
import { useOffice } from '../../app/office-context.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Check, Select, TextField } from '../../ui/fields.js';
import { Skeleton } from '../../ui/pieces.js';
import { useLoaded } from '../../ui/use-loaded.js';

type Values = Readonly<Record<string, PluginSettingValue>>;

/** The settings of a plugin, drawn from its schema. */
export function PluginSettings({
  pluginId,
  name,
  values,
  onClose,
}: {
  readonly pluginId: string;
  readonly name: string;
  readonly values: Values;
  readonly onClose: () => void;
}) {
  const { http } = useOffice();
  const load = useCallback(
    (signal: AbortSignal) => http.pluginSettings(pluginId, { signal }),
    [http, pluginId],
  );
  const { value: view, error } = useLoaded(load);
  const [changed, setChanged] = useState<Values>({});
  const { busy, act } = useAction();
  const save = async () => {
    if (await act(() => http.configurePlugin(pluginId, changed), 'Saved.')) onClose();
  };
  return (
    <Dialog title={`Settings of ${name}`} onClose={onClose}>
      {error !== null && <p className="notice bad">{error}</p>}
      {view === null && error === null && <Skeleton height={120} />}
      {view?.schema.map((field) => (
        <Field
          key={field.key}
          field={field}
          value={changed[field.key] ?? view.values[field.key] ?? values[field.key] ?? field.default}
          onChange={(value) => setChanged({ ...changed, [field.key]: value })}
        />
      ))}
      <div className="row">
        <Button
          look="primary"
          isPending={busy}
          isDisabled={Object.keys(changed).length === 0}
          onPress={() => void save()}
        >
          Save
        </Button>
      </div>
    </Dialog>
  );
}

function Field({
  field: { label, type, description, options = [] },
  value,
  onChange,
}: {
  readonly field: PluginSettingField;
  readonly value: PluginSettingValue;
  readonly onChange: (value: PluginSettingValue) => void;
}) {
  if (type === 'boolean') {
    return (
      <Check isOn={value === true} onChange={onChange}>
        {label}. {description}
      </Check>
    );
  }
  if (type === 'select') {
    return (
      <Select
        label={label}
        value={String(value)}
        choices={options.map((id) => ({ id, label: id }))}
        onChange={onChange}
      />
    );
  }
  return (
    <TextField
      label={label}
      type={type === 'number' ? 'number' : 'text'}
      value={String(value)}
      onChange={(text) => onChange(type === 'number' ? Number(text) : text)}
      {...(description !== undefined && { hint: description })}
    />
  );
}
