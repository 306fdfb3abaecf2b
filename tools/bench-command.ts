/**
 * `./dev bench`: benchmarks and labs run in a process of their own, which finds tools and cache in
 * its environment as the tests do.
 */
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import type { BenchRequest } from './bench-arguments.ts'
import { describeExit } from '../services/cli/process/run-logged.ts'
import { testEnvironment, type TestContext } from './test/test-run.ts'

/** @default the program that runs benchmarks and labs */
const benchProgram = (root: string): string => join(root, 'test/bench/main.ts')

/** Ctrl-C reaches the whole group; the program then ends its stack, which takes a moment. */
function waitForChild(): void {}

/**
 * Runs a program of the repository as the tests are run, with the tools and the cache in its environment.
 * @param request given to it as JSON, its only argument.
 * @returns 0 when it ended with 0, else 1.
 */
export async function runProgram(
  program: string,
  request: unknown,
  context: Omit<TestContext, 'progress'>,
): Promise<number> {
  const child = spawn(process.execPath, [program, JSON.stringify(request)], {
    cwd: context.root,
    env: testEnvironment(context),
    stdio: 'inherit',
  })
  process.on('SIGINT', waitForChild)
  try {
    return await new Promise((done, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) => done(describeExit(code, signal) === null ? 0 : 1))
    })
  } finally {
    process.off('SIGINT', waitForChild)
  }
}

/**
 * Runs a benchmark or labs; what they print goes straight to this terminal.
 * @param program takes the request as JSON in its only argument.
 * @returns 0 when everything was measured and every pass mark was met, else 1.
 */
export async function benchCommand(
  request: BenchRequest,
  context: Omit<TestContext, 'progress'>,
  program = benchProgram(context.root),
): Promise<number> {
  const absolute: BenchRequest =
    request.bench !== 'labs' && request.json !== null ? { ...request, json: resolve(request.json) } : request
  return await runProgram(program, absolute, context)
}
