/** Ends a run of @web/test-runner with the plain line that whoever adds up the tests reads. */
export const countReporter = () => ({
  onTestRunFinished({ sessions }) {
    const results = (suite) => [...suite.tests, ...suite.suites.flatMap(results)];
    const tests = sessions.flatMap(({ testResults }) => (testResults ? results(testResults) : []));
    const failed = tests.filter(({ passed, skipped }) => !passed && !skipped).length;
    const broken = sessions.filter(({ passed, errors }) => !passed && errors.length > 0).length;
    const passed = tests.filter(({ passed }) => passed).length;
    console.log(`tests: ${passed} passed, ${failed + broken} failed`);
  },
});
