import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { stylePatterns, stylePresets, styleRoles } from '../../protocol/records/layout-enums.js';
import { cleanStyle } from './clean-style.js';

describe('cleanStyle', () => {
  it.each([null, undefined, 'studio', 7, true, ['studio']])('takes %p for no style', (input) => {
    expect(cleanStyle(input)).toBeNull();
  });

  it.each([undefined, null, 7, 'brutalist', 'STUDIO'])(
    'falls back to studio for the preset %p',
    (preset) => {
      expect(cleanStyle({ preset })).toEqual({ preset: 'studio' });
    },
  );

  it.each(stylePresets)('keeps the preset %s', (preset) => {
    expect(cleanStyle({ preset })).toEqual({ preset });
  });

  it('drops what it does not know, field by field, and keeps the rest', () => {
    const style = cleanStyle({
      preset: 'nordic',
      mood: 'calm',
      materials: {
        wall: { color: '#AABBCC', roughness: 'rough', shine: 1 },
        ceiling: { color: '#ffffff' },
        desk: { color: 'red' },
      },
      lighting: { exposure: 1.4, keyColor: '#12345', shadows: 1 },
      environment: { grid: false, fogNear: Number.NaN },
    });

    expect(style).toEqual({
      preset: 'nordic',
      materials: { wall: { color: '#aabbcc' } },
      lighting: { exposure: 1.4 },
      environment: { grid: false },
    });
  });

  it('brings numbers with a range into it', () => {
    const floor = { roughness: -1, metallic: 2, opacity: 1.5, patternRepeat: 0, relief: 9 };

    expect(cleanStyle({ preset: 'noir', materials: { floor } })?.materials?.floor).toEqual({
      roughness: 0,
      metallic: 1,
      opacity: 1,
      patternRepeat: 0.25,
      relief: 4,
    });
  });

  it('leaves out a patch in which nothing is left, null included', () => {
    const style = {
      preset: 'paper',
      materials: { wall: { color: null } },
      lighting: {},
      environment: [],
    };

    expect(cleanStyle(style)).toEqual({ preset: 'paper' });
  });

  it('needs all three coordinates of a position', () => {
    const lit = (keyPosition: unknown) => cleanStyle({ lighting: { keyPosition } })?.lighting;

    expect(lit({ x: 1, y: 2, z: 3, w: 4 })).toEqual({ keyPosition: { x: 1, y: 2, z: 3 } });
    expect(lit({ x: 1, y: 2 })).toBeUndefined();
    expect(lit([1, 2, 3])).toBeUndefined();
  });

  it('never throws, and cleaning its own answer changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), almostStyle), (input) => {
        const once = cleanStyle(input);
        expect(cleanStyle(once)).toEqual(once);
      }),
    );
  });

  it('answers within the ranges and sets of the wire, whatever comes in', () => {
    fc.assert(
      fc.property(almostStyle, (input) => {
        const style = cleanStyle(input);
        expect(stylePresets).toContain(style?.preset);
        for (const material of Object.values(style?.materials ?? {})) {
          expect(material.color ?? '#000000').toMatch(/^#[0-9a-f]{6}$/);
          expect(within(material.roughness, 0, 1)).toBe(true);
          expect(within(material.metallic, 0, 1)).toBe(true);
          expect(within(material.opacity, 0, 1)).toBe(true);
          expect(within(material.patternRepeat, 0.25, 64)).toBe(true);
          expect(within(material.relief, 0, 4)).toBe(true);
          expect([...stylePatterns, undefined]).toContain(material.pattern);
        }
      }),
    );
  });
});

/** Style-like input in which any leaf may be wrong. */
const leaf = fc.oneof(
  fc.double(),
  fc.boolean(),
  fc.constantFrom('#FFaa00', '#ffaa0', 'red', null, undefined, ...stylePatterns),
);
const almostMaterial = fc.record(
  {
    color: leaf,
    roughness: leaf,
    metallic: leaf,
    opacity: leaf,
    transparent: leaf,
    pattern: leaf,
    patternRepeat: leaf,
    relief: leaf,
    unknown: leaf,
  },
  { requiredKeys: [] },
);
const almostStyle = fc.record(
  {
    preset: fc.oneof(fc.constantFrom(...stylePresets), fc.string(), fc.integer()),
    materials: fc.dictionary(fc.constantFrom(...styleRoles, 'ceiling'), almostMaterial),
    lighting: fc.dictionary(fc.constantFrom('keyColor', 'exposure', 'keyPosition'), leaf),
    environment: fc.dictionary(fc.constantFrom('background', 'fogNear', 'grid'), leaf),
  },
  { requiredKeys: [] },
);

function within(value: number | undefined, min: number, max: number): boolean {
  return value === undefined || (value >= min && value <= max);
}
