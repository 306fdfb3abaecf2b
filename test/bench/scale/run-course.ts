/** What happens while simulated jobs run: workers are killed, and the memory of all processes is noted. */
import { setTimeout as delay } from 'node:timers/promises'
import { errorMessage } from '@seine/shared/values/error-message.ts'
import { scaleLimits } from '@seine/tools/bench-limits.ts'
import { mebibytes } from '../crawl/crawl-table.ts'
import type { ProcessMeter } from '../processes/process-meter.ts'
import type { PlannedKill } from './kill-plan.ts'
import { LoadPauses } from './load-pauses.ts'
import { loadsIn } from './load-log.ts'
import { MemoryCourse, type MemoryPoint } from './memory-course.ts'
import { readMetrics, type Sample } from './metric-samples.ts'
import type { ScaleStack } from './scale-stack.ts'

/** One kill of a worker. */
export interface Kill {
  name: string
  /** Page loads before it. */
  pages: number
  /** Time since the start of the run, milliseconds. */
  atMs: number
  /** Until its successor was ready, milliseconds. */
  readyMs: number
  /** Longest time without a page load before the next kill, or to the last load, milliseconds. */
  pauseMs: number
}

/** The course of a run. */
interface Course {
  killed: Kill[]
  memory: MemoryPoint[]
  /**
   * Metrics of the processes that were killed, as they were up to `killWaitMs` before: a worker does not answer for them
   * while it loads pages. What it counted in that time is missing.
   */
  samples: Sample[]
  /** Workers that did not become ready again, one text for each. */
  faults: string[]
}

/** What the course of a run is made of. */
interface CourseSources {
  stack: Pick<ScaleStack, 'workers'>
  meter: ProcessMeter
  kills: readonly PlannedKill[]
  /** Pages of all jobs. */
  pages: number
  /** Called with a line of text at each kill and each point of progress. */
  onLine: (line: string) => void
}

/** A course under way. */
interface RunningCourse {
  /** Ends it when all jobs have ended. */
  end(): Promise<Course>
}

/** Returns the metrics of a worker that is about to be killed; empty when it has ended by itself. */
const lastMetrics = async (ops: string): Promise<Sample[]> => await readMetrics(ops).catch(() => [])

/**
 * Returns the position of the file that gets the next load; 0 when none does for a while. A worker answers for its
 * metrics when it has no other work, and a kill at that time would hit no slice.
 */
async function nextLoading(files: readonly string[]): Promise<number> {
  const before = files.map(loadsIn)
  const endsAt = performance.now() + scaleLimits.killWaitMs
  while (performance.now() < endsAt) {
    const at = files.findIndex((file, index) => loadsIn(file) !== before[index])
    if (at >= 0) return at
    await delay(scaleLimits.killPollMs)
  }
  return 0
}

function lineOf({ pages, atMs, rssBytes }: MemoryPoint): string {
  const memory = Object.entries(rssBytes).map(([name, bytes]) => `${name} ${mebibytes(bytes)}`)
  return `${pages} loads in ${(atMs / 1_000).toFixed(0)} s, MB: ${memory.join(', ')}`
}

/** Starts to watch a run; call it right before the first start of a job. */
export function startCourse({ stack, meter, kills, pages, onLine }: CourseSources): RunningCourse {
  const startedMs = performance.now()
  const sinceStart = (): number => performance.now() - startedMs
  const loads = (): number => Object.values(stack.workers).reduce((sum, { loadsFile }) => sum + loadsIn(loadsFile), 0)
  const over = new AbortController()
  const pauses = new LoadPauses(startedMs)
  const memory = new MemoryCourse(pages, () => meter.takePeaks())
  const killed: Kill[] = []
  const samples: Sample[] = []
  const faults: string[] = []

  const nextPoll = async (): Promise<void> => {
    await delay(scaleLimits.coursePollMs, undefined, { signal: over.signal }).catch(() => {})
  }

  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const count = loads()
      pauses.note(count, performance.now())
      const point = memory.note(count, sinceStart())
      if (point !== null) onLine(lineOf(point))
      await nextPoll()
    }
  }

  /** The pause before a kill belongs to the kill before it. */
  const takePause = (): void => {
    const pauseMs = pauses.take()
    const last = killed.at(-1)
    if (last !== undefined) last.pauseMs = pauseMs
  }

  const kill = async ({ role, names }: PlannedKill): Promise<void> => {
    const workers = names.map((name) => stack.workers[name]!)
    await Promise.all(workers.map(async ({ part }) => await part.ready()))
    const metrics = await Promise.all(workers.map(async ({ ops }) => await lastMetrics(ops)))
    const at = role === 'pages' ? await nextLoading(workers.map(({ loadsFile }) => loadsFile)) : 0
    const [name = '', worker] = [names[at], workers[at]!]
    meter.sample()
    takePause()
    const made: Kill = { name, pages: loads(), atMs: sinceStart(), readyMs: 0, pauseMs: 0 }
    killed.push(made)
    samples.push(...(metrics[at] ?? []))
    await worker.part.kill('SIGKILL')
    await worker.part.ready()
    made.readyMs = sinceStart() - made.atMs
    onLine(`${name} was killed after ${made.pages} loads and is ready again`)
  }

  const killAll = async (): Promise<void> => {
    for (const planned of kills) {
      while (loads() < planned.afterPages && !over.signal.aborted) await nextPoll()
      if (over.signal.aborted) return
      await kill(planned).catch((error: unknown) => void faults.push(errorMessage(error)))
    }
  }

  const working = Promise.all([watch(), killAll()])
  return {
    async end() {
      over.abort()
      takePause()
      const points = memory.end(loads(), sinceStart())
      // A worker that was killed shortly before is not ready yet.
      await working
      return { killed, memory: points, samples, faults }
    },
  }
}
