import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'coverage/', 'src/service/reputation/data/', 'src/element/known-domains.ts'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': ['error', { max: 300 }],
      'no-console': 'error',
      eqeqeq: 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
        { selector: 'TSModuleDeclaration[kind="namespace"]', message: 'Use a module.' },
        { selector: 'TSParameterProperty', message: 'Declare the field.' },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Parts are closures: what they hand out does not need its object.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    // node:test returns promises from describe() and it() that the runner itself awaits.
    files: ['test/**/*.ts', 'test/**/*.tsx'],
    rules: { '@typescript-eslint/no-floating-promises': 'off', 'max-lines': 'off' },
  },
  {
    files: [
      'src/cli/**',
      'src/element/page-console.ts',
      'demo/*.ts',
      'test/**',
      'src/service/reputation/generate/**',
      '*.mjs',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['src/service/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'Outbound connections go through src/service/net.' },
      ],
    },
  },
  // Plain scripts and pages: no type information is asked of them.
  { files: ['**/*.mjs', '**/*.js'], extends: [tseslint.configs.disableTypeChecked] },
);
