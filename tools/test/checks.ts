/** The checks of `./dev test`: npm scripts of the repository. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runLogged } from '../checkout/run-logged.ts'
import type { TestContext } from './test-run.ts'

/** npm scripts of the repository, and what they look at. */
const checks = [
  ['format', 'oxfmt'],
  ['lint', 'oxlint'],
  ['types', 'tsc'],
  ['dead', 'knip'],
  ['api', 'openapi.json'],
  ['dependencies', 'lock file, licences'],
  ['advisories', 'npm audit'],
] as const

/** What a check wants known although it passed: lines that begin with `note: `. */
function notesIn(logFile: string): string[] {
  if (!existsSync(logFile)) return []
  return readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('note: '))
}

/** A program that checks the repository. */
export interface ToolCheck {
  name: string
  /** What it looks at, for the line of progress. */
  about: string
  file: string
  args: readonly string[]
}

/** Runs one check; prints its output only when it fails, except for its notes. */
export async function runCheck({ name, about, file, args }: ToolCheck, context: TestContext): Promise<boolean> {
  const step = context.progress.begin(name, about)
  const logFile = join(context.cache, 'logs', `check-${name}-${process.pid}.log`)
  const failure = await runLogged({ file, args, environment: context.environment, cwd: context.root, logFile })
  if (failure === null) {
    step.done()
    for (const line of notesIn(logFile)) context.progress.note(`  ! ${name}: ${line.slice('note: '.length)}`)
    return true
  }
  step.fail(failure)
  if (existsSync(logFile)) context.progress.note(readFileSync(logFile, 'utf8').trimEnd())
  return false
}

/** Runs all checks at once. @returns whether all passed. */
export async function runChecks(context: TestContext): Promise<boolean> {
  const passed = await Promise.all(
    checks.map(([name, about]) => runCheck({ name, about, file: 'npm', args: ['run', '--silent', name] }, context)),
  )
  return !passed.includes(false)
}
