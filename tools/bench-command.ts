/**
 * `./dev bench`: benchmarks and labs run in a separate process, which gets the paths of tools and cache in its
 * environment as the tests do.
 */
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import type { BenchRequest } from './bench-arguments.ts'
import { childSucceeds } from './checkout/child-end.ts'
import { testEnvironment, type TestContext } from './test/test-run.ts'

/** @default the program that runs benchmarks and labs */
const benchProgram = (root: string): string => join(root, 'test/bench/main.ts')

/**
 * Runs a program of the repository in the environment of the tests, with the paths of tools and cache.
 * @param request passed as JSON in the program's only argument.
 * @returns 0 when it ended with 0, otherwise 1.
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
  return (await childSucceeds(child)) ? 0 : 1
}

/**
 * Runs a benchmark or labs; their output goes directly to this terminal.
 * @param program takes the request as JSON in its only argument.
 * @returns 0 when everything was measured and every pass mark was met, otherwise 1.
 */
export async function benchCommand(
  request: BenchRequest,
  context: Omit<TestContext, 'progress'>,
  program = benchProgram(context.root),
): Promise<number> {
  const absolute: BenchRequest =
    request.bench !== 'labs' && request.bench !== 'all' && request.json !== null
      ? { ...request, json: resolve(request.json) }
      : request
  return await runProgram(program, absolute, context)
}
