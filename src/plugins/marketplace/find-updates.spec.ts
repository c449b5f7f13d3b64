import { describe, expect, it } from '@jest/globals';
import type { PluginManifest, PluginSourceRecord } from '../../protocol/records/plugins.js';
import { findUpdates, type SourceReading } from './plugin-upgrades.js';

const source = (id: string) => ({ id, label: `Market ${id}` }) as PluginSourceRecord;
const listed = (id: string, version: string) => ({
  manifest: { id, version } as PluginManifest,
  downloadUrl: `https://market.example/${id}-${version}`,
  sha256: version.padEnd(64, '0'),
});
const reading = (id: string, ...entries: SourceReading['entries']): SourceReading => ({
  source: source(id),
  at: 1,
  entries,
  error: null,
});
const installed = (id: string): string | undefined =>
  new Map([
    ['a.one', '1.0.0'],
    ['a.two', '2.0.0'],
  ]).get(id);

describe('findUpdates', () => {
  it('finds what is installed and listed in a newer version', () => {
    const entries = [
      listed('a.one', '1.0.1'),
      listed('a.two', '2.0.0'),
      listed('a.three', '9.0.0'),
    ];
    expect([...findUpdates([reading('x', ...entries)], installed)]).toEqual([
      [
        'a.one',
        {
          latest: '1.0.1',
          installed: '1.0.0',
          downloadUrl: 'https://market.example/a.one-1.0.1',
          sha256: '1.0.1'.padEnd(64, '0'),
          sourceId: 'x',
          sourceLabel: 'Market x',
        },
      ],
    ]);
  });

  it('takes the offer of the later marketplace, unless it is none', () => {
    const first = reading('x', listed('a.one', '3.0.0'));
    const offers = (version: string) =>
      findUpdates([first, reading('y', listed('a.one', version))], installed).get('a.one');
    expect(offers('2.0.0')).toMatchObject({ latest: '2.0.0', sourceId: 'y' });
    expect(offers('1.0.0')).toMatchObject({ latest: '3.0.0', sourceId: 'x' });
  });
});
