import eslint from '@eslint/js';
import { defineConfig } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const tests = ['**/*.spec.ts', 'test/**/*.ts'];

const stateAfterCommit = {
  selector:
    'CallExpression[callee.property.name="afterCommit"] :matches(AssignmentExpression, UpdateExpression, CallExpression[callee.property.name=/^(set|put|delete|remove|push|add|clear|announce|publish)$/])',
  message: 'State in memory follows committed events: make it a Projection.',
};
const setterOfSupplier = {
  selector: 'MethodDefinition[key.name=/^(provide|learnFrom|useLimit)$/]',
  message: 'Declare an abstract class as injection token; its supplier binds it.',
};
const rawSteps = {
  selector: "MemberExpression[object.name=/^(session|commit)$/][property.name='steps']",
  message: 'Journal steps are touched through `Steps` (engine/journal) only.',
};

const dateNow = {
  object: 'Date',
  property: 'now',
  message: 'The time comes from `Clock`: `now()` for stamps, `elapsed()` for durations and waits.',
};

/** A stamp tells when something was; how long it lasts is measured by a clock that nobody sets. */
const measuredByStamps = {
  selector:
    "BinaryExpression[operator=/^(-|\\+|<|>|<=|>=)$/] > CallExpression[callee.property.name='now'][callee.object.property.name=/clock/i]",
  message:
    'Durations and waits are measured with `clock.elapsed()`; the age of a stamp with `ageAt`.',
};

const ownTimer = {
  name: 'setInterval',
  message: 'What is repeated goes by the clock: `Repeater.every` (platform/repeater.ts).',
};

const climbingImport = {
  regex: String.raw`^(\.\./){3}`,
  message:
    'Import it by its subpath (#protocol/…, #platform/…, #test/…), as package.json lists them.',
};

const manyDependencies = {
  selector: 'MethodDefinition[kind="constructor"] > FunctionExpression[params.length>7]',
  message: 'At most seven dependencies: a collaborator with a name of its own is missing.',
};

/** Formatting belongs to Prettier and import directions to dependency-cruiser; here is the rest. */
export default defineConfig(
  {
    ignores: [
      'dist/',
      'coverage/',
      'data/',
      'workspace/',
      'workspaces/',
      'plugins/',
      'skills/',
      'bench/evals/tasks/',
      'src/platform/openapi/record-schemas.ts',
    ],
  },
  // A rule that is wrong is changed here, in the open; nothing is switched off in passing.
  { linterOptions: { noInlineConfig: true } },
  eslint.configs.recommended,
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        fetch: 'readonly',
        performance: 'readonly',
        setImmediate: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        URL: 'readonly',
        AbortSignal: 'readonly',
        module: 'writable',
      },
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './console/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // Brackets say that a key may be missing; an empty text may well mean the default.
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      '@typescript-eslint/prefer-nullish-coalescing': [
        'error',
        { ignorePrimitives: { string: true } },
      ],
      // It asks for the assertion that no-non-null-assertion forbids.
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // An async method without await is how a port's signature is met by a simple adapter.
      '@typescript-eslint/require-await': 'off',
      // A Nest module is a class with nothing in it.
      '@typescript-eslint/no-extraneous-class': 'off',
      // An empty interface or method body is at times the whole meaning of a fake or a marker.
      '@typescript-eslint/no-empty-function': 'off',
      eqeqeq: 'error',
      'max-lines': ['warn', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['warn', { max: 60, skipBlankLines: true, skipComments: true }],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@nestjs/common',
              importNames: ['forwardRef'],
              message: 'Two things that need each other are waiting for a third one with a name.',
            },
          ],
          patterns: [climbingImport],
        },
      ],
    },
  },
  {
    files: ['console/**/*.ts', 'console/**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...Object.fromEntries(
        Object.keys(reactHooks.configs.flat['recommended-latest'].rules).map((rule) => [
          rule,
          'error',
        ]),
      ),
      // It names what React Compiler leaves alone, and the page is built without it.
      'react-hooks/incompatible-library': 'off',
    },
  },
  {
    // Most of a component is markup, which is as long as what it shows.
    files: ['console/**/*.tsx'],
    rules: {
      'max-lines-per-function': ['warn', { max: 100, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/platform/http/**', ...tests],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            climbingImport,
            {
              regex: '^@nestjs/common$',
              importNamePattern: '(Exception|^forwardRef)$',
              message: 'Throw an OfficeError: only platform/http speaks HTTP. No forwardRef.',
            },
            {
              regex: '^rxjs$',
              importNamePattern: 'Subject$',
              message: 'What happened is an event; state in memory is a Projection of events.',
            },
          ],
        },
      ],
    },
  },
  {
    // The one subject of the service.
    files: ['src/platform/events/event-bus.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/runs/**', ...tests],
    rules: {
      'no-restricted-syntax': [
        'error',
        stateAfterCommit,
        setterOfSupplier,
        manyDependencies,
        measuredByStamps,
      ],
    },
  },
  {
    files: ['src/runs/**/*.ts'],
    ignores: ['src/runs/engine/**', ...tests],
    rules: {
      'no-restricted-syntax': [
        'error',
        stateAfterCommit,
        setterOfSupplier,
        manyDependencies,
        measuredByStamps,
        rawSteps,
      ],
    },
  },
  {
    files: ['src/runs/engine/journal/**/*.ts'],
    ignores: tests,
    rules: {
      'no-restricted-syntax': ['error', setterOfSupplier, manyDependencies, measuredByStamps],
    },
  },
  {
    // A session's own run is no projection: the journal is its only writer.
    files: ['src/runs/engine/**/*.ts'],
    ignores: ['src/runs/engine/journal/**', ...tests],
    rules: {
      'no-restricted-syntax': [
        'error',
        setterOfSupplier,
        manyDependencies,
        measuredByStamps,
        rawSteps,
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/platform/config/**', ...tests],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'The environment has one reader, src/platform/config.',
        },
        dateNow,
      ],
    },
  },
  {
    // The clock itself; times of files, and dates that a vendor names, which have no other clock.
    files: [
      'src/platform/clock.ts',
      'src/runs/changes/{patch-file,state-taker}.ts',
      'src/runs/engine/turn/tools/call-changes.ts',
      'src/tools/secrets/known-folders.ts',
      'src/models/providers/live/{live-provider,provider-failure}.ts',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // Processes of plugins and programs of clients have no container, and so no `Repeater`.
    files: ['src/**/*.ts'],
    ignores: ['src/plugins/isolation/**', 'src/client/**', ...tests],
    rules: { 'no-restricted-globals': ['error', ownTimer] },
  },
  {
    // Foreign text meets the patterns of the service: none may take more than linear time.
    files: ['src/**/*.ts'],
    ignores: tests,
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
    },
  },
  {
    files: tests,
    rules: {
      // A describe block is as long as its story, and answers of supertest are untyped.
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
