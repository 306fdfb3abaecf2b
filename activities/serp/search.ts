/** `GET /serp`: queries the back-ends of an engine in the configured order until one returns results. */
import type { Attempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { SerpTask } from '@seine/shared/tasks/scrape-task.ts'
import type { FoundResults, SerpReply } from '@seine/shared/pages/worker-reply.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { serpLimits, serpRequestLimits } from '@seine/shared/config/serp-limits.ts'
import type { BackendAnswer, Drift, FoundParts, SerpBackend, SerpBounds } from './results/contract.ts'
import type { DriftAlarm } from './drift-alarm.ts'
import type { KeptAnswers, Settled } from './kept-answers.ts'
import type { BackendName } from './settings.ts'
import type { Suspensions } from './suspensions.ts'

export interface SearchPorts {
  /** Back-ends of the engine, in the order in which they are queried. */
  backends: readonly SerpBackend[]
  suspensions: Suspensions
  kept: KeptAnswers
  alarm: DriftAlarm
  /** Clock of deadlines, milliseconds of `monotonicNow`. */
  now: () => number
  /** Clock of the machine, epoch milliseconds. */
  wallNow: () => number
}

/** The outcome of the back-ends that returned no results. */
interface Trail {
  notes: string[]
  attempts: Attempt[]
  /** Seconds until each blocked back-end may be queried again. */
  waitsSecs: number[]
  timeouts: number
  failures: number
  drift: { backend: BackendName; answer: Drift } | null
}

const nameOf = ({ engine }: SerpTask, { name }: SerpBackend): string => `${engine}/${name}`

/** Optional parts of an answer, in the order in which missing ones are listed. */
const optionalParts = [
  'ads',
  'knowledge_graph',
  'answer_box',
  'people_also_ask',
  'related_searches',
  'total_results',
] as const satisfies (keyof FoundParts)[]

/** Returns the answer in the form of the API. */
function resultOf(
  task: SerpTask,
  backend: BackendName,
  parts: FoundParts,
  warnings: readonly string[],
  nowMs: number,
): FoundResults {
  const { query, engine, country, language, page } = task
  const missing = optionalParts.filter((part) => parts[part] === undefined)
  // Pages of engines may be some results short: when the back-end does not say, only an empty page is the last one.
  const hasNext = parts.hasNext ?? parts.organic.length > 0
  return {
    query,
    engine,
    backend,
    country,
    language,
    page,
    fetched_at: new Date(nowMs).toISOString(),
    organic: parts.organic,
    ads: parts.ads ?? [],
    knowledge_graph: parts.knowledge_graph ?? null,
    answer_box: parts.answer_box ?? null,
    people_also_ask: parts.people_also_ask ?? [],
    related_searches: parts.related_searches ?? [],
    total_results: parts.total_results ?? null,
    pagination: { current: page, next: hasNext && page < serpRequestLimits.pageMax ? page + 1 : null },
    warnings: [...warnings, ...(missing.length === 0 ? [] : [`not_supplied: ${backend} has no ${missing.join(', ')}`])],
  }
}

/** Records the answer of a back-end without results, for the search log. */
function record(trail: Trail, backend: BackendName, answer: Exclude<BackendAnswer, { kind: 'results' }>): void {
  trail.attempts.push(...(answer.attempts ?? []))
  if (answer.kind === 'drift') {
    trail.drift ??= { backend, answer }
    trail.notes.push(`${backend}: layout_drift: ${answer.detail}`)
  } else if (answer.kind === 'blocked') {
    trail.notes.push(`${backend}: ${answer.why}: ${answer.detail}`)
  } else {
    trail.failures += 1
    if (answer.code === 'timeout') trail.timeouts += 1
    trail.notes.push(`${backend}: ${answer.code}: ${answer.detail}`)
  }
}

/** Renumbers the attempts of several back-ends as attempts of one call. */
const renumbered = (attempts: readonly Attempt[]): Attempt[] =>
  attempts.map((attempt, at) => ({ ...attempt, index: at + 1 }))

/** Returns the reply of a call for which no back-end has returned results. */
function withoutResults(task: SerpTask, trail: Trail, isLate: boolean, nowMs: number): SerpReply {
  const { drift, waitsSecs, notes, timeouts, failures } = trail
  const attempts = renumbered(trail.attempts)
  if (drift !== null) {
    const { backend, answer } = drift
    const others = notes.filter((note) => !note.startsWith(`${backend}: layout_drift`))
    const warnings = [`layout_drift: ${answer.detail}`, ...others]
    return { kind: 'result', result: resultOf(task, backend, answer.parts, warnings, nowMs) }
  }
  const detail = `no back-end returned results of ${task.engine}: ${notes.join('; ')}`
  if (waitsSecs.length > 0) {
    return { kind: 'problem', code: 'serp_blocked', detail, attempts, retryAfterSecs: Math.min(...waitsSecs) }
  }
  const code = isLate || (failures > 0 && timeouts === failures) ? 'budget_exceeded' : 'all_attempts_failed'
  return { kind: 'problem', code, detail, attempts }
}

async function find(task: SerpTask, bounds: SerpBounds, ports: SearchPorts): Promise<Settled> {
  const { backends, suspensions, alarm, now, wallNow } = ports
  const trail: Trail = { notes: [], attempts: [], waitsSecs: [], timeouts: 0, failures: 0, drift: null }
  let isLate = false
  for (const backend of backends) {
    const name = nameOf(task, backend)
    const suspended = suspensions.of(name)
    if (suspended !== null) {
      trail.waitsSecs.push(suspended.leftSecs)
      trail.notes.push(`${backend.name}: suspended for ${suspended.leftSecs} s (${suspended.why})`)
      continue
    }
    isLate = bounds.deadlineMs - now() < serpLimits.attemptMinMs
    if (isLate) {
      trail.notes.push(`${backend.name}: the time budget was used up`)
      break
    }
    const answer = await backend.search(task, bounds)
    if (answer.kind === 'results') {
      if (answer.refused === undefined) suspensions.succeeded(name)
      else suspensions.refused(name, answer.refused)
      const warnings = [...trail.notes, ...answer.warnings]
      const result = resultOf(task, backend.name, answer.parts, warnings, wallNow())
      // A truncated answer may be complete the next time.
      const mayKeep = answer.refused === undefined && !warnings.some((warning) => warning.startsWith('fewer_results: '))
      return { reply: { kind: 'result', result }, mayKeep, endedByDeadline: false }
    }
    record(trail, backend.name, answer)
    if (answer.kind === 'drift') alarm.raise(task.engine, answer.version)
    if (answer.kind === 'blocked') {
      suspensions.refused(name, answer)
      trail.waitsSecs.push(suspensions.of(name)?.leftSecs ?? answer.suspendSecs)
    }
    if (task.mode === 'fast') break
  }
  const reply = withoutResults(task, trail, isLate, wallNow())
  const endedByDeadline = reply.kind === 'problem' && bounds.deadlineMs - now() < serpLimits.attemptMinMs
  return { reply, mayKeep: false, endedByDeadline }
}

/**
 * Searches.
 * @param bounds deadline of the call's budget, and its signal.
 * @returns results, which may be empty when the engine finds nothing; or why no back-end returned any.
 * @throws the reason of the signal.
 */
export async function searchEngine(task: SerpTask, bounds: SerpBounds, ports: SearchPorts): Promise<SerpReply> {
  bounds.signal.throwIfAborted()
  if (ports.backends.length === 0) {
    return {
      kind: 'problem',
      code: 'serp_engine_not_configured',
      detail: `this service has no back-end for ${task.engine}: set SEINE_SERP_${task.engine.toUpperCase()}`,
      attempts: [],
    }
  }
  const deadlineMs = bounds.deadlineMs - serpLimits.answerReserveMs
  const reply = await ports.kept.answer(
    task,
    { deadlineMs, signal: bounds.signal },
    async (signal) => await find(task, { deadlineMs, signal }, ports),
  )
  metrics.searches.inc({ engine: task.engine, outcome: reply.kind === 'problem' ? reply.code : 'results' })
  return reply
}
