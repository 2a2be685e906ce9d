/** Tests of a suite and of the suites in it that failed, each as its path and its error. */
const failuresIn = (suite, path = []) => [
  ...suite.tests
    .filter(({ passed, skipped }) => !passed && !skipped)
    .map(({ name, error }) => ({ name: [...path, name].join(' › '), error })),
  ...suite.suites.flatMap((inner) => failuresIn(inner, [...path, inner.name])),
];

const testsIn = (suite) => [...suite.tests, ...suite.suites.flatMap(testsIn)];

const wordsOf = (error) => error?.stack ?? error?.message ?? 'no reason was given';

/**
 * Ends a run of @web/test-runner as the runner of all tests reads it: each failure in a paragraph that starts with ✖, and
 * the plain line of counts.
 */
export const countReporter = () => ({
  onTestRunFinished({ sessions }) {
    const failures = sessions.flatMap(({ testFile, testResults, errors, passed }) => [
      ...(testResults ? failuresIn(testResults) : []),
      ...(passed ? [] : errors.map((error) => ({ name: testFile, error }))),
    ]);
    const tests = sessions.flatMap(({ testResults }) => (testResults ? testsIn(testResults) : []));
    for (const { name, error } of failures) console.log(`✖ ${name}\n${wordsOf(error)}`);
    console.log(`tests: ${tests.filter(({ passed }) => passed).length} passed, ${failures.length} failed`);
  },
});
