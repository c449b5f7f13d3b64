import { describe, expect, it } from '@jest/globals';
import { floorState } from './floor-state.js';
import { shippedKit } from './kit.js';
import { planFloor } from './plan-floor.js';

const style = { preset: 'studio' };

describe('floorState', () => {
  it('describes a floor that was never grown', () => {
    const state = floorState(shippedKit, { blocks: [] }, style);

    expect(state).toMatchObject({
      layout: { blocks: [] },
      coreSeats: 21,
      capacity: 21,
      style,
      describe: 'core only',
      problem: null,
    });
    expect(state.seatIds).toEqual(shippedKit.core.seats);
  });

  it('counts and names the modules that were added', () => {
    const layout = { blocks: planFloor(shippedKit, 3) };
    const state = floorState(shippedKit, layout, style);

    expect(state.capacity).toBe(39);
    expect(state.seatIds).toHaveLength(39);
    expect(state.describe).toBe('core + 3 rooms · Open pod, Studio, Open plan');
  });

  it('offers every module that can be grown', () => {
    const ids = floorState(shippedKit, { blocks: [] }, style).modules.map(({ id }) => id);

    expect(ids).toHaveLength(23);
    expect(ids).not.toContain('portal');
  });
});
