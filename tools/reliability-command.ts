/** `./dev reliability`: runs attacks on a running stack against pass marks, in a separate process. */
import { join, resolve } from 'node:path'
import { runProgram } from './bench-command.ts'
import type { ReliabilityRequest } from './reliability-arguments.ts'
import type { TestContext } from './test/test-run.ts'

/** @default the program that runs the rows */
const reliabilityProgram = (root: string): string => join(root, 'test/reliability/main.ts')

/**
 * Runs rows; their output goes directly to this terminal.
 * @param program takes the request as JSON in its only argument.
 * @returns 0 when every row was run and passed, otherwise 1.
 */
export async function reliabilityCommand(
  request: ReliabilityRequest,
  context: Omit<TestContext, 'progress'>,
  program = reliabilityProgram(context.root),
): Promise<number> {
  const absolute = { ...request, json: request.json === null ? null : resolve(request.json) }
  return await runProgram(program, absolute, context)
}
