import eslint from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const tests = ['**/*.spec.ts', 'test/**/*.ts'];

/** Formatting belongs to Prettier and import directions to dependency-cruiser; here is the rest. */
export default defineConfig(
  {
    ignores: [
      'dist/',
      'coverage/',
      'data/',
      'workspace/',
      'workspaces/',
      'console/',
      'plugins/',
      'skills/',
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
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        URL: 'readonly',
        AbortSignal: 'readonly',
        module: 'writable',
      },
    },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
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
        },
      ],
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
            {
              regex: '^@nestjs/common$',
              importNamePattern: '(Exception|^forwardRef)$',
              message: 'Throw an OfficeError: only platform/http speaks HTTP. No forwardRef.',
            },
          ],
        },
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
      ],
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
  {
    // Every exact text stands in one file, so that nobody has to look in two.
    files: ['src/protocol/texts.ts'],
    rules: { 'max-lines': 'off' },
  },
);
