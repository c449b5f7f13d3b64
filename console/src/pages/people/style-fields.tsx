import { useId } from 'react';
import { stylePatterns } from '#protocol/records/layout-enums.js';
import type { Environment, Lighting, Material } from '#protocol/records/style.js';
import { Button } from '../../ui/button.js';
import { Select, TextField } from '../../ui/fields.js';
import { Icon } from '../../ui/icon.js';
import type { StyleValue } from './style-draft.js';

type Kind = 'color' | 'flag' | 'pattern' | Range;

interface Range {
  readonly min?: number;
  readonly max?: number;
  readonly step: number;
}

export interface StyleField {
  readonly key: string;
  readonly label: string;
  readonly kind: Kind;
}

const share: Range = { min: 0, max: 1, step: 0.05 };
const strength: Range = { min: 0, step: 0.1 };

function fieldsOf<T>(
  fields: readonly { readonly key: keyof T & string; label: string; kind: Kind }[],
): readonly StyleField[] {
  return fields;
}

export const materialFields = fieldsOf<Material>([
  { key: 'color', label: 'Colour', kind: 'color' },
  { key: 'pattern', label: 'Pattern', kind: 'pattern' },
  {
    key: 'patternRepeat',
    label: 'Repeats in four metres',
    kind: { min: 0.25, max: 64, step: 0.25 },
  },
  { key: 'roughness', label: 'Roughness', kind: share },
  { key: 'metallic', label: 'Metallic', kind: share },
  { key: 'opacity', label: 'Opacity', kind: share },
  { key: 'transparent', label: 'Seen through', kind: 'flag' },
  { key: 'relief', label: 'Relief', kind: { min: 0, max: 4, step: 0.1 } },
]);

/** Lighting fields without the key light's position, which has three numbers. */
export const lightingFields = fieldsOf<Lighting>([
  { key: 'keyColor', label: 'Key light', kind: 'color' },
  { key: 'keyIntensity', label: 'Key light, strength', kind: strength },
  { key: 'fillColor', label: 'Fill light', kind: 'color' },
  { key: 'fillIntensity', label: 'Fill light, strength', kind: strength },
  { key: 'rimColor', label: 'Rim light', kind: 'color' },
  { key: 'rimIntensity', label: 'Rim light, strength', kind: strength },
  { key: 'skyColor', label: 'From the sky', kind: 'color' },
  { key: 'groundColor', label: 'From the ground', kind: 'color' },
  { key: 'ambientIntensity', label: 'Ambient, strength', kind: strength },
  { key: 'exposure', label: 'Exposure', kind: strength },
  { key: 'shadows', label: 'Shadows', kind: 'flag' },
]);

export const environmentFields = fieldsOf<Environment>([
  { key: 'background', label: 'Background', kind: 'color' },
  { key: 'fogColor', label: 'Fog', kind: 'color' },
  { key: 'fogNear', label: 'Fog begins at, metres', kind: { min: 0, step: 1 } },
  { key: 'fogFar', label: 'Fog is full at, metres', kind: { min: 0, step: 1 } },
  { key: 'grid', label: 'Grid on the ground', kind: 'flag' },
  { key: 'gridColor', label: 'Colour of the grid', kind: 'color' },
  { key: 'groundShadowOpacity', label: 'Shadow on the ground', kind: share },
  { key: 'environmentIntensity', label: 'Surroundings, strength', kind: strength },
]);

const asPreset = 'As the preset';
const unset = 'preset';

/** Fields of a part of a style; undefined resets a value to the preset. */
export function StyleFields({
  fields,
  values,
  onChange,
}: {
  readonly fields: readonly StyleField[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly onChange: (key: string, value: StyleValue | undefined) => void;
}) {
  return (
    <div className="form-grid">
      {fields.map(({ key, label, kind }) => (
        <Field
          key={key}
          label={label}
          kind={kind}
          value={values[key] as StyleValue | undefined}
          onChange={(value) => onChange(key, value)}
        />
      ))}
    </div>
  );
}

function Field({
  label,
  kind,
  value,
  onChange,
}: {
  readonly label: string;
  readonly kind: Kind;
  readonly value: StyleValue | undefined;
  readonly onChange: (value: StyleValue | undefined) => void;
}) {
  if (kind === 'color') return <Colour label={label} value={value} onChange={onChange} />;
  if (kind === 'flag') {
    return (
      <Choose
        label={label}
        value={value === undefined ? unset : value === true ? 'yes' : 'no'}
        ids={['yes', 'no']}
        onChange={(id) => onChange(id === unset ? undefined : id === 'yes')}
      />
    );
  }
  if (kind === 'pattern') {
    return (
      <Choose
        label={label}
        value={value === undefined ? unset : String(value)}
        ids={stylePatterns}
        onChange={(id) => onChange(id === unset ? undefined : id)}
      />
    );
  }
  return (
    <TextField
      label={label}
      type="number"
      step={String(kind.step)}
      value={value === undefined ? '' : String(value)}
      placeholder={asPreset}
      onChange={(text) => onChange(text === '' ? undefined : Number(text))}
      {...(kind.max !== undefined && { hint: `${kind.min ?? 0} to ${kind.max}` })}
    />
  );
}

function Choose({
  label,
  value,
  ids,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly ids: readonly string[];
  readonly onChange: (id: string) => void;
}) {
  return (
    <Select
      label={label}
      value={value}
      choices={[{ id: unset, label: asPreset }, ...ids.map((id) => ({ id, label: id }))]}
      onChange={onChange}
    />
  );
}

function Colour({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: StyleValue | undefined;
  readonly onChange: (value: string | undefined) => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {value === undefined ? (
        <Button
          id={id}
          aria-label={`${label}: as the preset, choose a colour`}
          onPress={() => onChange('#808080')}
        >
          {asPreset}
        </Button>
      ) : (
        <span className="colour">
          <input
            id={id}
            type="color"
            className="input"
            value={String(value)}
            onChange={(event) => onChange(event.target.value)}
          />
          <Button
            icon
            look="quiet"
            aria-label={`${label}: as the preset`}
            onPress={() => onChange(undefined)}
          >
            <Icon name="close" size={16} />
          </Button>
        </span>
      )}
    </div>
  );
}
