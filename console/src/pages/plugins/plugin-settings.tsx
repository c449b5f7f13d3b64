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
  const [edits, setEdits] = useState<Readonly<Record<string, PluginSettingValue | null>>>({});
  const changed = Object.entries(edits).flatMap(([key, value]) =>
    value === null ? [] : [[key, value] as const],
  );
  const isWhole = changed.length === Object.keys(edits).length;
  const { busy, act } = useAction();
  const save = async () => {
    if (await act(() => http.configurePlugin(pluginId, Object.fromEntries(changed)), 'Saved.'))
      onClose();
  };
  return (
    <Dialog title={`Settings of ${name}`} onClose={onClose}>
      {error !== null && <p className="notice bad">{error}</p>}
      {view === null && error === null && <Skeleton height={120} />}
      {view?.schema.map((field) => (
        <Field
          key={field.key}
          field={field}
          value={edits[field.key] ?? view.values[field.key] ?? values[field.key] ?? field.default}
          onChange={(value) => setEdits({ ...edits, [field.key]: value })}
        />
      ))}
      <div className="row">
        <Button
          look="primary"
          isPending={busy}
          isDisabled={changed.length === 0 || !isWhole}
          onPress={() => void save()}
        >
          Save
        </Button>
      </div>
    </Dialog>
  );
}

function Field({
  field,
  value,
  onChange,
}: {
  readonly field: PluginSettingField;
  readonly value: PluginSettingValue;
  /** Null: it is no number yet. */
  readonly onChange: (value: PluginSettingValue | null) => void;
}) {
  const { label, type, description, options = [] } = field;
  const hint = description !== undefined && { hint: description };
  switch (type) {
    case 'boolean':
      return (
        <Check isOn={value === true} onChange={onChange}>
          {label}. {description}
        </Check>
      );
    case 'select':
      return (
        <Select
          label={label}
          value={String(value)}
          choices={options.map((id) => ({ id, label: id }))}
          onChange={onChange}
          {...hint}
        />
      );
    case 'number':
      return <NumberField field={field} value={value} onChange={onChange} />;
    case 'string':
      return <TextField label={label} value={String(value)} onChange={onChange} {...hint} />;
  }
}

/** Keeps what is typed until it is a number. */
function NumberField({
  field: { label, description, min, max },
  value,
  onChange,
}: {
  readonly field: PluginSettingField;
  readonly value: PluginSettingValue;
  readonly onChange: (value: number | null) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const hint = [description, boundsWords(min, max)].filter(Boolean).join(' ');
  const type = (text: string) => {
    const number = Number(text);
    setTyped(text);
    onChange(text.trim() === '' || Number.isNaN(number) ? null : number);
  };
  return (
    <TextField
      label={label}
      type="number"
      step="any"
      value={typed ?? String(value)}
      onChange={type}
      {...(hint !== '' && { hint })}
    />
  );
}

function boundsWords(min: number | undefined, max: number | undefined): string | null {
  if (min !== undefined && max !== undefined) return `From ${min} to ${max}.`;
  if (min !== undefined) return `At least ${min}.`;
  return max === undefined ? null : `At most ${max}.`;
}
