/**
 * Runs test files in their processes, in the order these are given, where `node --test` takes that of the alphabet: with
 * the longest first, none of them is left to run alone at the end. More processes than usual run at a time while
 * processors are idle, as many tests wait most of their time. What a process has to say is printed when it has ended.
 */
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { run } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import { stackLimits } from '../checkout/stack-limits.ts'
import { createGate, type Gate } from './file-gate.ts'
import { closingEvents, splitClosing, type ProcessResult } from './closing-events.ts'
import { sharedResult } from './shared-result.ts'
import type { TestProcess } from './test-processes.ts'

const sharedProcessProgram = join(import.meta.dirname, 'shared-process-program.ts')

export interface FileRun {
  processes: readonly TestProcess[]
  /** Of these files, one runs at a time. */
  single: ReadonlySet<string>
  /** These files begin when the last of `single` has ended. */
  afterSingle: ReadonlySet<string>
  /** How many processes run at a time whatever the load, and how many at most. */
  concurrency: number
  concurrencyMax: number
  signal: AbortSignal
}

/** Runs the files of one process to its end. */
async function runProcess(files: TestProcess, signal: AbortSignal): Promise<ProcessResult> {
  const events: TestEvent[] = []
  const isShared = files.length > 1
  const stream: Readable = run({
    files: isShared ? [sharedProcessProgram] : files.map((file) => resolve(file)),
    execArgv: ['--import', import.meta.resolve('./record-cpu.ts')],
    ...(isShared ? { argv: [...files] } : {}),
    signal: AbortSignal.any([signal, AbortSignal.timeout(stackLimits.testProcessMaxMs)]),
  })
  for await (const event of stream) events.push(event as TestEvent)
  const result = splitClosing(events)
  return isShared ? sharedResult(result, sharedProcessProgram, files) : result
}

/** Takes the first process that may begin out of a list; null = none may. */
function takeNext(
  waiting: TestProcess[],
  running: ReadonlySet<TestProcess>,
  { single, afterSingle }: Pick<FileRun, 'single' | 'afterSingle'>,
): TestProcess | null {
  const isSingle = (files: TestProcess): boolean => files.some((file) => single.has(file))
  const isTaken = [...running].some(isSingle)
  const isLeft = isTaken || waiting.some(isSingle)
  const mayBegin = (files: TestProcess): boolean =>
    isSingle(files) ? !isTaken : !isLeft || !files.some((file) => afterSingle.has(file))
  const at = waiting.findIndex(mayBegin)
  return at === -1 ? null : waiting.splice(at, 1)[0]!
}

/**
 * Runs the files.
 * @returns events for a reporter: those of each file together, then closing lines over all of them.
 */
export async function* fileEvents(request: FileRun, gate: Gate = createGate(request)): AsyncGenerator<TestEvent> {
  const startedMs = performance.now()
  const waiting = [...request.processes]
  const running = new Set<TestProcess>()
  const results: ProcessResult[] = []
  const ended: ProcessResult[] = []
  let change = Promise.withResolvers<void>()
  const begin = (files: TestProcess): void => {
    running.add(files)
    void runProcess(files, request.signal).then((result) => {
      running.delete(files)
      ended.push(result)
      change.resolve()
    }, change.reject)
  }
  while (waiting.length + running.size + ended.length > 0) {
    for (const result of ended.splice(0)) {
      results.push(result)
      yield* result.events
    }
    if (request.signal.aborted) waiting.length = 0
    while (gate.isOpen(running.size)) {
      const next = takeNext(waiting, running, request)
      if (next === null) break
      begin(next)
    }
    if (running.size === 0 && ended.length === 0) continue
    await Promise.race([change.promise, ...(waiting.length === 0 ? [] : [gate.changes()])])
    change = ended.length > 0 ? Promise.withResolvers<void>() : change
  }
  yield* closingEvents(results, performance.now() - startedMs, results.length === request.processes.length)
}
