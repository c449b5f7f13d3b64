import { stylePresets } from '#protocol/records/layout-enums.js';
import type { OfficeStyle } from '#protocol/records/style.js';
import { paletteOf } from '../../floor/floor-palette.js';
import './style-presets.css';

type Preset = OfficeStyle['preset'];

/** The styles of a floor, each with a picture of its colours. */
export function StylePresets({
  chosen,
  onChoose,
}: {
  readonly chosen: Preset;
  readonly onChoose: (preset: Preset) => void;
}) {
  return (
    <fieldset className="style-presets">
      <legend>Style</legend>
      {stylePresets.map((preset) => (
        <label key={preset}>
          <input
            type="radio"
            name="style"
            checked={preset === chosen}
            onChange={() => onChoose(preset)}
          />
          <Picture preset={preset} />
          {preset}
        </label>
      ))}
    </fieldset>
  );
}

/** A room from above: walls, carpet, two desks, a sofa and a plant. */
function Picture({ preset }: { readonly preset: Preset }) {
  return (
    <svg viewBox="0 0 120 76" aria-hidden="true" style={paletteOf({ preset })}>
      <rect width="120" height="76" rx="5" fill="var(--f-wall)" />
      <rect x="5" y="5" width="110" height="66" rx="2" fill="var(--f-floor)" />
      <rect x="14" y="16" width="58" height="44" rx="4" fill="var(--f-carpet)" />
      <rect x="21" y="23" width="18" height="12" rx="2" fill="var(--f-desk)" />
      <rect x="46" y="23" width="18" height="12" rx="2" fill="var(--f-desk)" />
      <rect x="21" y="43" width="43" height="10" rx="2" fill="var(--f-desk)" />
      <rect x="84" y="22" width="14" height="32" rx="5" fill="var(--f-soft)" />
      <circle cx="105" cy="62" r="6" fill="var(--f-plant)" />
      <circle cx="105" cy="14" r="4" fill="var(--f-accent)" />
    </svg>
  );
}
