/** What a run of tests passes to its test files by their environment, and how a run inside one of them is kept apart. */

/** The mark of Node's test runner, and the files in which `./dev test` keeps records of a run. */
const ofRun = /^(?:NODE_TEST_CONTEXT|SEINE_DEV_\w+_FILE)$/

/** Returns an environment without the run that this process is a part of: a run inside it has records of its own. */
export function withoutOuterRun(environment: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !ofRun.test(name)))
}
