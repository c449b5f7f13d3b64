import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Operations } from '../../src/client/http/operations.js';
import { AccessOperations } from '../../src/client/http/access-operations.js';
import { FloorOperations } from '../../src/client/http/floor-operations.js';
import { ForgeOperations } from '../../src/client/http/forge-operations.js';
import { PushOperations } from '../../src/client/http/push-operations.js';
import { PluginOperations } from '../../src/client/http/plugin-operations.js';
import { TriggerOperations } from '../../src/client/http/trigger-operations.js';
import { clientCommandTypes, unhandledCommandTypes } from '../../src/protocol/commands.js';
import { repositoryRoot } from '../support/run-program.js';
import { reachedCommands, reachedOperations } from './support/reached.js';

const source = globSync('console/src/**/*.{ts,tsx}', { cwd: repositoryRoot })
  .map((file) => readFileSync(join(repositoryRoot, file), 'utf8'))
  .join('\n');

describe('the table of what the console reaches', () => {
  it('names every operation of the interface, and those beside them', () => {
    const plumbing = ['constructor', 'get', 'post', 'put', 'patch', 'delete'];
    const methods = [
      Operations,
      FloorOperations,
      AccessOperations,
      ForgeOperations,
      PushOperations,
      TriggerOperations,
      PluginOperations,
    ].flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype));
    const operations = methods.filter((name) => !plumbing.includes(name));
    expect(operations).toHaveLength(94);
    const named = reachedOperations.map(({ what }) => what);
    expect(named.toSorted()).toEqual(operations.toSorted());
  });

  it('names every command that the service carries out', () => {
    const unhandled: readonly string[] = unhandledCommandTypes;
    const commands = clientCommandTypes.filter((type) => !unhandled.includes(type));
    const named = reachedCommands.map(({ what }) => what);
    expect(named.toSorted()).toEqual(commands.toSorted());
  });

  it.each([...reachedOperations, ...reachedCommands])(
    'names a call that the console makes: $what at $where',
    ({ call }) => {
      const [object = '', method] = call.split('.');
      const written = method === undefined ? call : `${object}.${method}(`;
      expect(source).toContain(written);
    },
  );
});
