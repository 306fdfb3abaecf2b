/** `./dev bench labs`: difficult websites with pass marks, one after the other on one stack. */
import type { LabName, LabsRequest } from '@seine/tools/bench-arguments.ts'
import type { BenchContext } from '../bench-context.ts'
import { startBenchStack, type BenchStack } from '../seine/bench-stack.ts'
import { killLab } from './kill-9.ts'
import { holds, type Lab, type LabResult } from './lab.ts'
import { allPassed, labTable } from './lab-table.ts'
import { rateLimitLab } from './rate-limit.ts'
import { robotsLab } from './robots-503.ts'
import { trapsLab } from './traps.ts'
import { schedulesLab } from './watch/schedules.ts'
import { unchangedLab } from './watch/unchanged.ts'
import { watchLab } from './watch/watch.ts'
import { errorMessage } from '@seine/shared/values/error-message.ts'

const labs: Record<LabName, Lab> = {
  'rate-limit': rateLimitLab,
  'robots-503': robotsLab,
  traps: trapsLab,
  'kill-9': killLab,
  watch: async (bench, context) => [
    ...(await watchLab(bench, context)),
    ...(await unchangedLab(bench, context)),
    ...(await schedulesLab(bench, context)),
  ],
}

/** Runs a lab; a lab that throws counts as failed, and the others still run. */
async function runLab(name: LabName, bench: BenchStack, context: BenchContext): Promise<LabResult[]> {
  const step = context.progress.begin(name, 'running')
  try {
    const results = await labs[name](bench, context)
    step.done()
    return results
  } catch (error) {
    context.signal.throwIfAborted()
    step.fail()
    const why = errorMessage(error)
    return [{ title: name, marks: [holds('broke off', why, 'runs to its end', false)] }]
  }
}

/**
 * Runs labs and prints their figures.
 * @returns whether every pass mark was met.
 */
export async function runLabs({ labs: names }: LabsRequest, context: BenchContext): Promise<boolean> {
  const bench = await startBenchStack(context)
  const results: LabResult[] = []
  for (const name of names) {
    context.signal.throwIfAborted()
    const own = await runLab(name, bench, context)
    for (const result of own) context.print(labTable(result))
    results.push(...own)
  }
  const passed = allPassed(results)
  context.print(passed ? '\nAll pass marks are met.\n' : '\nPass marks are missed, see FAIL above.\n')
  return passed
}
