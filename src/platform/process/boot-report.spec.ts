import { describe, expect, it } from '@jest/globals';
import { BootReport } from './boot-report.js';

describe('BootReport', () => {
  it('prints what was told in its own order, aligned', () => {
    const report = new BootReport();
    report.add('store', () => 'memory');
    report.add('listening', () => 'http://127.0.0.1:1');
    expect(report.render()).toEqual(['listening  http://127.0.0.1:1', 'store      memory']);
  });

  it('asks for a text when it is printed', () => {
    const report = new BootReport();
    let floors = 1;
    report.add('floors', () => String(floors));
    floors = 2;
    expect(report.render()).toEqual(['floors  2']);
  });

  it('is empty when nothing was reported', () => {
    expect(new BootReport().render()).toEqual([]);
  });
});
