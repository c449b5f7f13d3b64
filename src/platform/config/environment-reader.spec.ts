import { describe, expect, it } from '@jest/globals';
import { EnvironmentReader } from './environment-reader.js';

function read(given: string) {
  const reader = new EnvironmentReader({ OFFICE_BASE_PATH: given }, '/');
  return { basePath: reader.read('OFFICE_BASE_PATH'), problems: reader.problems };
}

describe('the base path', () => {
  it.each([
    ['', ''],
    ['/', ''],
    ['/office', '/office'],
    ['office/', '/office'],
    [' /tools/office// ', '/tools/office'],
    ['/büro', '/b%C3%BCro'],
  ])('takes %j as the base path %j', (given, basePath) => {
    expect(read(given).basePath).toBe(basePath);
  });

  it.each(['/office?x', '//office', '/a/../b', 'C:\\office', '/of fice', 'http://host/office'])(
    'refuses %j as a base path',
    (given) => {
      expect(read(given).problems).toEqual(['OFFICE_BASE_PATH must be a path such as /office']);
    },
  );
});
