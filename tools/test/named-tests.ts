/** The tests that a developer names: a test file, a source file, a folder. */
import { UsageError } from '../../services/cli/command/usage-error.ts'

/**
 * Chooses among test files.
 * @param files of the suites, relative to the repository.
 * @param names paths as typed, relative to the repository; a source file stands for the test beside it, a folder for
 *   all tests below it.
 * @throws UsageError naming a path that no test belongs to.
 */
export function namedTests(files: readonly string[], names: readonly string[]): string[] {
  const chosen = names.flatMap((name) => {
    const path = name.replace(/^\.\//, '').replace(/\/$/, '')
    const beside = path.replace(/(?<!\.test)\.ts$/, '.test.ts')
    const found = files.filter((file) => file === beside || file.startsWith(`${path}/`))
    if (found.length === 0) throw new UsageError(`./dev test: no test of these suites is at or beside ${name}`)
    return found
  })
  return [...new Set(chosen)]
}
