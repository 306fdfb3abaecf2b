/**
 * Runs test files, each in its own process, in the order they are given, where `node --test` takes that of the
 * alphabet: with the longest first, none of them is left to run alone at the end. More files than usual run at a time
 * while processors are idle, as many tests wait most of their time. What a file has to say is printed when it has ended.
 */
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { run } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import { createGate, type Gate } from './file-gate.ts'
import { closingEvents, splitClosing, type FileResult } from './closing-events.ts'

export interface FileRun {
  files: readonly string[]
  /** Of these, one runs at a time. */
  single: ReadonlySet<string>
  /** How many files run at a time whatever the load, and how many at most. */
  concurrency: number
  concurrencyMax: number
  signal: AbortSignal
}

/** Runs one file to its end. */
async function runFile(file: string, signal: AbortSignal): Promise<FileResult> {
  const events: TestEvent[] = []
  const stream: Readable = run({
    files: [resolve(file)],
    execArgv: ['--import', import.meta.resolve('./record-cpu.ts')],
    signal,
  })
  for await (const event of stream) events.push(event as TestEvent)
  return splitClosing(events)
}

/** Takes the first file that may begin out of a list; null = none may. */
function takeNext(waiting: string[], running: ReadonlySet<string>, single: ReadonlySet<string>): string | null {
  const isTaken = [...running].some((file) => single.has(file))
  const at = waiting.findIndex((file) => !isTaken || !single.has(file))
  return at === -1 ? null : waiting.splice(at, 1)[0]!
}

/**
 * Runs the files.
 * @returns events for a reporter: those of each file together, then closing lines over all of them.
 */
export async function* fileEvents(request: FileRun, gate: Gate = createGate(request)): AsyncGenerator<TestEvent> {
  const startedMs = performance.now()
  const waiting = [...request.files]
  const running = new Set<string>()
  const results: FileResult[] = []
  const ended: FileResult[] = []
  let change = Promise.withResolvers<void>()
  const begin = (file: string): void => {
    running.add(file)
    void runFile(file, request.signal).then((result) => {
      running.delete(file)
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
      const next = takeNext(waiting, running, request.single)
      if (next === null) break
      begin(next)
    }
    if (running.size === 0 && ended.length === 0) continue
    await Promise.race([change.promise, ...(waiting.length === 0 ? [] : [gate.changes()])])
    change = ended.length > 0 ? Promise.withResolvers<void>() : change
  }
  yield* closingEvents(results, performance.now() - startedMs, results.length === request.files.length)
}
