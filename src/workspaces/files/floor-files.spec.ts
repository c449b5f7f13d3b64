import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RefusedError } from '../../platform/errors/office-error.js';
import { redactor } from '../../platform/logging/redact.js';
import {
  floorShells,
  isolations,
  modelTiers,
  routingPostures,
  seniorities,
} from '../../protocol/records/enums.js';
import { stylePresets } from '../../protocol/records/layout-enums.js';
import type { FloorFile, FloorFileRole } from '../../protocol/records/floor-files.js';
import { newFloor } from '../new-floor.js';
import { defaultPipelines } from '../pipelines/default-pipelines.js';
import { exportFloor } from './export-floor.js';
import { fitFile, furnish } from './import-floor.js';
import { readFloorFile } from './read-floor-file.js';

const installed = {
  skillIds: ['debugging', 'testing-strategy', 'code-review'],
  pipelines: defaultPipelines,
  builtInTools: new Set(['read_file', 'run_shell', 'git']),
};

const some = (values: readonly string[], minLength = 0) => fc.subarray([...values], { minLength });
const text = fc.string({ maxLength: 40 });
const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

const role = (id: string, chiefs: readonly string[]): fc.Arbitrary<FloorFileRole> =>
  fc.record({
    id: fc.constant(id),
    displayName: fc.constantFrom('Ada', 'Grace'),
    title: text,
    departmentId: fc.constantFrom('one', 'two'),
    seniority: fc.constantFrom(...seniorities),
    rank: fc.nat(5),
    reportsTo: fc.constantFrom(null, ...chiefs),
    mission: text,
    responsibilities: fc.array(text, { maxLength: 3 }),
    skillIds: some(installed.skillIds.slice(0, 1), 1),
    allowedTools: some([...installed.builtInTools]),
    modelPolicy: fc.constantFrom(...modelTiers).map((tier) => ({
      ...{ defaultTier: tier, minTier: tier, maxTier: tier, pin: true },
    })),
    canDelegate: fc.boolean(),
    maxDirectReports: fc.nat(5),
    persona: fc.record({ voice: text, values: fc.array(text, { maxLength: 2 }) }),
    appearance: fc.record({ bodyColor: colour, accentColor: colour, height: fc.constant(1) }),
    maxTurnsPerStage: fc.integer({ min: 1, max: 9 }),
  });

const department = (id: string) => ({
  ...{ id, name: id, mission: 'Work.', roomIds: [], color: '#112233' },
});

/** Floors that this office can have as they are. */
const files: fc.Arbitrary<FloorFile> = fc.record(
  {
    format: fc.constant('office-floor' as const),
    version: fc.constant(1 as const),
    name: fc.constantFrom('Garden', 'Mill & Sons'),
    description: fc.constantFrom('Plants', 'Räume 2'),
    color: colour,
    mission: text,
    departments: fc.constant([department('one'), department('two')]),
    roles: fc.nat(30).chain((last) => {
      const ids = Array.from({ length: last + 1 }, (_, at) => `role-${at}`);
      return fc.tuple(...ids.map((id, at) => role(id, ids.slice(0, at))));
    }),
    pipelineIds: some(
      defaultPipelines.map(({ id }) => id),
      1,
    ),
    routingPosture: fc.constantFrom(...routingPostures),
    skillIds: some(installed.skillIds.slice(1)).map((more) => ['debugging', ...more]),
    isolation: fc.constantFrom(...isolations),
    style: fc.constantFrom(...stylePresets).map((preset) => ({ preset })),
    budget: fc.record(
      { defaultRunUsd: fc.nat(100), totalUsd: fc.nat(1000) },
      { requiredKeys: ['defaultRunUsd'] },
    ),
    asksFor: fc.record(
      {
        shell: fc.constantFrom(...floorShells),
        packages: fc.boolean(),
        hosts: fc.array(fc.domain(), { maxLength: 2 }),
        visibleSecrets: fc.constant(['*.pem']),
        trusted: fc.boolean(),
        worktreeSetup: fc.constant('npm ci'),
      },
      { requiredKeys: [] },
    ),
  },
  {
    requiredKeys: [
      ...(['format', 'version', 'name', 'color', 'mission', 'departments', 'roles'] as const),
      ...(['pipelineIds', 'skillIds', 'budget'] as const),
    ],
  },
);

function imported(file: FloorFile) {
  const fitted = fitFile(readFloorFile(file), installed);
  const { name, description, color, skillIds } = fitted.file;
  const identity = { id: 'new', path: '/new', floor: 2, name, skillIds };
  const floor = newFloor(
    {
      ...identity,
      ...(description !== undefined && { description }),
      ...(color !== undefined && { color }),
    },
    1,
  );
  return { floor: furnish(floor, fitted, 2), fitted };
}

describe('a floor file', () => {
  it('of any floor can be imported, whatever colours its people have, and with nobody', () => {
    fc.assert(
      fc.property(files, fc.constantFrom('red', '', '#fff', 'x'.repeat(500)), (file, given) => {
        const { floor } = imported(file);
        const roles = floor.org.roles.map((each) => ({
          ...each,
          appearance: { ...each.appearance, bodyColor: given },
        }));
        for (const people of [roles, []]) {
          const exported = exportFloor(
            { ...floor, org: { ...floor.org, roles: people } },
            redactor([]),
          );
          expect(readFloorFile(exported)).toEqual(exported);
          expect(imported(exported).floor.org.roles).toHaveLength(people.length);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('comes back as it was, without what gives rights', () => {
    fc.assert(
      fc.property(files, (file) => {
        const { floor, fitted } = imported(file);
        const { asksFor: _, ...kept } = file;
        expect(fitted.leftOut.filter((line) => !line.includes('cannot be chosen'))).toEqual([]);
        expect(exportFloor(floor, redactor([]))).toEqual(kept);
        expect(floor).not.toHaveProperty('hosts');
        expect(floor.shell).toBeUndefined();
        expect(floor.trusted).toBeUndefined();
      }),
    );
  });

  it('seats everyone on a desk of their own', () => {
    fc.assert(
      fc.property(files, (file) => {
        const seats = imported(file).floor.org.roles.map(({ seatId }) => seatId);
        expect(new Set(seats).size).toBe(file.roles.length);
        expect(seats).not.toContain(null);
      }),
      { numRuns: 20 },
    );
  });

  it('is read whole or refused, whatever it holds', () => {
    const spoilt = fc.tuple(files, fc.string(), fc.anything()).map(([file, name, value]) => ({
      ...file,
      [name]: value,
    }));
    fc.assert(
      fc.property(fc.oneof(fc.anything(), spoilt), (given) => {
        try {
          readFloorFile(given);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(RefusedError);
        }
      }),
    );
  });

  it('hides values of secrets in every text', () => {
    const { floor } = imported(fc.sample(files, 1)[0] as FloorFile);
    const [first, ...others] = floor.org.roles;
    const told = { ...first, mission: 'Use hunter22.' } as (typeof floor.org.roles)[number];
    const file = exportFloor(
      { ...floor, org: { ...floor.org, roles: [told, ...others] } },
      redactor(['hunter22']),
    );
    expect(file.roles[0]?.mission).toBe('Use [redacted].');
  });
});
