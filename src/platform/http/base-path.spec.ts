import { describe, expect, it } from '@jest/globals';
import { slashMissing, withoutBase } from './base-path.js';

describe('the base path', () => {
  it.each([
    ['/office/', '/'],
    ['/office/?new=1', '/?new=1'],
    ['/office/api/state', '/api/state'],
    ['/office/ws?since=1', '/ws?since=1'],
    ['/office/office/', '/office/'],
    ['/api/state', '/api/state'],
    ['/office', '/office'],
    ['/officer/api', '/officer/api'],
    ['/Office/api', '/Office/api'],
    ['*', '*'],
  ])('leaves of %s what is below it', (target, below) => {
    expect(withoutBase(target, '/office')).toBe(below);
  });

  it.each([
    ['/office', '/office', 'office/'],
    ['/office?token=a?b', '/office', 'office/?token=a?b'],
    ['/tools/office', '/tools/office', 'office/'],
    ['/office/', '/office', null],
    ['/officer', '/office', null],
    ['/', '', null],
    ['', '', null],
  ])('of %s under %j sends to %j', (target, basePath, place) => {
    expect(slashMissing(target, basePath)).toBe(place);
  });
});
