import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { AppModule } from '../../src/app.module.js';
import { operationOf } from '../../src/platform/http/rights.guard.js';
import { CommandRegistry } from '../../src/platform/socket/socket-command.js';
import {
  commandRights,
  readingPosts,
  rightsForCommand,
  rightsForRoute,
  routeRights,
} from '../../src/protocol/rules/rights-table.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';

function routesOf(office: RunningOffice): readonly string[] {
  const scanner = new MetadataScanner();
  const controllers = office.app.get(DiscoveryService, { strict: false }).getControllers();
  return controllers.flatMap(({ metatype }) => {
    const prototype = (metatype as Type).prototype as object;
    const handlers = scanner
      .getAllMethodNames(prototype)
      .map((method) => Reflect.get(prototype, method) as object)
      .filter((handler) => Reflect.hasMetadata('method', handler));
    return handlers.map((handler) => operationOf(metatype as Type, handler));
  });
}

describe('the table of rights', () => {
  let office: RunningOffice;

  beforeAll(async () => {
    office = await startOffice({ root: (bootContext) => AppModule.on(bootContext) });
  });

  afterAll(() => office.close());

  it('names every route of the service and no other', () => {
    const routes = routesOf(office);
    expect(routes.length).toBeGreaterThan(60);
    expect(routes.toSorted()).toEqual(Object.keys(routeRights).toSorted());
  });

  it('names every command of the socket and no other', () => {
    const commands = office.app.get(CommandRegistry, { strict: false }).all();
    const types = commands.map(({ type }) => type);
    expect(types.toSorted()).toEqual(Object.keys(commandRights).toSorted());
  });

  it('lets nobody change anything who may only read', () => {
    const changing = Object.entries(routeRights).filter(
      ([name]) => !name.startsWith('GET ') && !readingPosts.includes(name),
    );
    const onlyRead = changing.filter(([, needed]) => needed.every((right) => right === 'read'));
    expect(onlyRead.map(([name]) => name)).toEqual([
      'POST sign-out',
      'POST push',
      'DELETE push/:id',
      'POST forges/:id/webhook',
    ]);
    const commands = office.app.get(CommandRegistry, { strict: false }).all();
    const open = commands.filter(
      ({ type, options }) => !options.isRead && rightsForCommand(type, {}).includes('read'),
    );
    expect(open.map(({ type }) => type)).toEqual([]);
  });

  it('keeps what it does not name for administrators', () => {
    expect(rightsForRoute('POST api/unheard-of')).toEqual(['administer']);
  });

  it('asks an answer for a whole floor for two rights', () => {
    expect(rightsForCommand('approve', { scope: 'run' })).toEqual(['approve']);
    expect(rightsForCommand('approve', { scope: 'sandbox-floor' })).toEqual([
      'approve',
      'administer',
    ]);
  });
});
