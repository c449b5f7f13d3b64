import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readServiceVersion, serviceVersion } from './service-version.js';

describe('readServiceVersion', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'office-version-'));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('reads the package file of this service', () => {
    expect(serviceVersion).toMatch(/^\d+\.\d+\.\d+/);
  });

  it.each([['{"name":"x"}'], ['{"version":3}'], ['{'], ['null']])('is unknown for %s', (text) => {
    const file = join(folder, 'package.json');
    writeFileSync(file, text);
    expect(readServiceVersion(pathToFileURL(file))).toBe('unknown');
  });

  it('is unknown when there is no package file', () => {
    expect(readServiceVersion(pathToFileURL(join(folder, 'nothing.json')))).toBe('unknown');
  });
});
