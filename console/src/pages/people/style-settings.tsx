import { useState } from 'react';
import { styleRoles, type StyleRole } from '#protocol/records/layout-enums.js';
import type { OfficeStyle } from '#protocol/records/style.js';
import { useAction } from '../../app/notices.js';
import { useOffice, useOfficeState } from '../../app/office-context.js';
import { useKeptDraft } from '../../app/use-kept-draft.js';
import { Button } from '../../ui/button.js';
import { Select, TextField } from '../../ui/fields.js';
import { Unsaved } from '../../ui/unsaved.js';
import {
  type Axis,
  withKeyPosition,
  withMaterial,
  withoutKeyPosition,
  withValue,
} from './style-draft.js';
import { StylePresets } from './style-presets.js';
import { environmentFields, lightingFields, materialFields, StyleFields } from './style-fields.js';

/** The look of a floor: a preset and its changes. */
export function StyleSettings({ id }: { readonly id: string }) {
  const { http } = useOffice();
  const current = useOfficeState((state) => state.style);
  const edits = useKeptDraft(
    `office-style-${id}`,
    { style: current },
    { version: JSON.stringify(current) },
  );
  const { style } = edits.draft;
  const setDraft = (style: OfficeStyle) => edits.set({ style });
  const { busy, act } = useAction();
  const save = async (to: OfficeStyle | null) => {
    if (await act(() => http.updateWorkspace(id, { style: to }), 'The style is saved.'))
      edits.drop();
  };
  return (
    <div className="stack">
      <section className="card stack">
        <StylePresets chosen={style.preset} onChoose={(preset) => setDraft({ ...style, preset })} />
        <div className="row last-line">
          <Button
            look="primary"
            isPending={busy}
            isDisabled={!edits.isBegun}
            onPress={() => void save(style)}
          >
            Save the style
          </Button>
          <Unsaved of={edits} />
          <Button isPending={busy} onPress={() => void save(null)}>
            The usual style
          </Button>
        </div>
        <p className="hint">
          The floor of this page draws the preset and the colours of materials; everything else is
          for clients that draw it in space.
        </p>
      </section>
      <details className="stack">
        <summary>Materials, lighting and surroundings</summary>
        <div className="stack folded-part">
          <Materials style={style} onChange={setDraft} />
          <section className="card stack">
            <h2>Lighting</h2>
            <StyleFields
              fields={lightingFields}
              values={{ ...style.lighting }}
              onChange={(key, value) => setDraft(withValue(style, 'lighting', key, value))}
            />
            <KeyPosition style={style} onChange={setDraft} />
          </section>
          <section className="card stack">
            <h2>Surroundings</h2>
            <StyleFields
              fields={environmentFields}
              values={{ ...style.environment }}
              onChange={(key, value) => setDraft(withValue(style, 'environment', key, value))}
            />
          </section>
        </div>
      </details>
    </div>
  );
}

interface Part {
  readonly style: OfficeStyle;
  readonly onChange: (style: OfficeStyle) => void;
}

function Materials({ style, onChange }: Part) {
  const [role, setRole] = useState<StyleRole>('floor');
  const own = styleRoles.filter((each) => style.materials?.[each] !== undefined);
  return (
    <section className="card stack">
      <h2>Materials</h2>
      <div className="row last-line">
        <Select
          label="Part of the floor"
          value={role}
          choices={styleRoles.map((each) => ({ id: each, label: each }))}
          onChange={(each) => setRole(each as StyleRole)}
        />
        <span className="style-roles small">
          {own.length === 0
            ? 'No part differs from the preset.'
            : `Different from the preset: ${own.join(', ')}.`}
        </span>
      </div>
      <StyleFields
        key={role}
        fields={materialFields}
        values={{ ...style.materials?.[role] }}
        onChange={(key, value) => onChange(withMaterial(style, role, key, value))}
      />
    </section>
  );
}

const axes: readonly Axis[] = ['x', 'y', 'z'];

function KeyPosition({ style, onChange }: Part) {
  const place = style.lighting?.keyPosition;
  /** The axis whose field has no number while typing, as after a minus sign. */
  const [empty, setEmpty] = useState<Axis | null>(null);
  const change = (axis: Axis, text: string) => {
    setEmpty(text === '' ? axis : null);
    if (text !== '') onChange(withKeyPosition(style, axis, Number(text)));
  };
  return (
    <div className="row last-line" onBlur={() => setEmpty(null)}>
      {axes.map((axis) => (
        <TextField
          key={axis}
          label={`Key light, ${axis} in metres`}
          type="number"
          step="0.5"
          value={place === undefined || empty === axis ? '' : String(place[axis])}
          placeholder="As the preset"
          onChange={(text) => change(axis, text)}
        />
      ))}
      {place !== undefined && (
        <Button onPress={() => onChange(withoutKeyPosition(style))}>As the preset</Button>
      )}
    </div>
  );
}
