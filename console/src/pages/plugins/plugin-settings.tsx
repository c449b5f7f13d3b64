import { useCallback } from 'react';
import type { PluginSettingField, PluginSettingValue } from '#protocol/records/plugins.js';
import { useAction } from '../../app/notices.js';
import { useOffice } from '../../app/office-context.js';
import { useKeptDraft } from '../../app/use-kept-draft.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Discard } from '../../ui/discard.js';
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
  return (
    <Dialog title={`Settings of ${name}`} onClose={onClose}>
      {error !== null && <p className="notice bad">{error}</p>}
      {view === null && error === null && <Skeleton height={120} />}
      {view !== null && (
        <SettingsForm
          pluginId={pluginId}
          schema={view.schema}
          values={{ ...values, ...view.values }}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function SettingsForm({
  pluginId,
  schema,
  values,
  onClose,
}: {
  readonly pluginId: string;
  readonly schema: readonly PluginSettingField[];
  readonly values: Values;
  readonly onClose: () => void;
}) {
  const { http } = useOffice();
  const now = Object.fromEntries(schema.map((field) => [field.key, typedOf(field, values)]));
  const storable = schema.filter((field) => !mayBeSecret(field)).map(({ key }) => key);
  const edits = useKeptDraft<Typed>(`office-plugin-${pluginId}`, now, {
    version: JSON.stringify(storable.map((key) => now[key])),
    isSecret: (key) => !storable.includes(key),
  });
  const changed = schema.flatMap(({ key, type }) => {
    const typed = edits.changed[key];
    return typed === undefined ? [] : [[key, type === 'number' ? numberIn(typed) : typed] as const];
  });
  const { busy, act } = useAction();
  const save = async () => {
    const send = () => http.configurePlugin(pluginId, Object.fromEntries(changed));
    if (!(await act(send, 'Saved.'))) return;
    edits.drop();
    onClose();
  };
  return (
    <>
      {schema.map((field) => (
        <Field
          key={field.key}
          field={field}
          value={edits.draft[field.key] ?? field.default}
          onChange={(value) => edits.set({ [field.key]: value })}
        />
      ))}
      <div className="row">
        <Button
          look="primary"
          isPending={busy}
          isDisabled={changed.length === 0 || changed.some(([, value]) => Number.isNaN(value))}
          onPress={() => void save()}
        >
          Save
        </Button>
        <Discard of={edits} onClose={onClose} />
      </div>
    </>
  );
}

/** Settings as typed: a number is a text until it is sent. */
type Typed = Readonly<Record<string, string | boolean>>;

function typedOf({ key, type, ...field }: PluginSettingField, values: Values): string | boolean {
  const value = values[key] ?? field.default;
  return type === 'boolean' ? value === true : String(value);
}

/** NaN: it is no number yet. */
function numberIn(typed: string | boolean): number {
  return String(typed).trim() === '' ? NaN : Number(typed);
}

/** True of every text: a schema does not say which are secret. */
function mayBeSecret({ type }: PluginSettingField): boolean {
  return type === 'string';
}

function Field({
  field,
  value,
  onChange,
}: {
  readonly field: PluginSettingField;
  readonly value: PluginSettingValue;
  readonly onChange: (value: string | boolean) => void;
}) {
  const { label, type, description, options = [] } = field;
  const hints = [description, type === 'number' && boundsWords(field)].filter(Boolean);
  const hint = hints.length > 0 && { hint: hints.join(' ') };
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
      return (
        <TextField
          label={label}
          type="number"
          step="any"
          value={String(value)}
          onChange={onChange}
          {...hint}
        />
      );
    case 'string':
      return <TextField label={label} value={String(value)} onChange={onChange} {...hint} />;
  }
}

function boundsWords({ min, max }: PluginSettingField): string | null {
  if (min !== undefined && max !== undefined) return `From ${min} to ${max}.`;
  if (min !== undefined) return `At least ${min}.`;
  return max === undefined ? null : `At most ${max}.`;
}
