/** Tools that watch websites: create a watch, read what has changed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { publishedWatchSchema } from '@seine/shared/api/watches/watch-schema.ts'
import { Type } from 'typebox'
import { mcpLimits } from '../tool/mcp-limits.ts'
import { cursorOfPlace, foreignCursor, placeOfCall, portionOfPart, type ToolListPlace } from './part-cursor.ts'
import { factsOf, routeResult } from './route-result.ts'
import { ToolError, toolErrorFrom } from '../tool/tool-error.ts'
import {
  brief,
  idempotencyKeyField,
  listArguments,
  listFacts,
  optionsObject,
  pick,
  strictObject,
  waitField,
} from './tool-schemas.ts'
import type { Tool, ToolArguments, ToolContext } from '../tool/tool.ts'

const pathOf = (watchId: unknown): string => `/watches/${encodeURIComponent(String(watchId))}`

const watchFields = publishedWatchSchema.properties

/** Returns the body of the request from flat arguments. */
function watchBody({ options, ...given }: ToolArguments): Record<string, unknown> {
  const { name, url, urls, limit, every_seconds: everySeconds, run_now: _run, ...schedule } = given
  const isBatch = urls !== undefined
  if ((url === undefined) !== isBatch) {
    throw new ToolError('validation_failed', 'give either `url` or `urls`', 'Correct the arguments and call again.')
  }
  const crawl = { url, ...(limit === undefined ? {} : { limit }) }
  return {
    name,
    ...(isBatch ? { batch: { urls } } : { crawl }),
    schedule: everySeconds === undefined ? schedule : { every_seconds: everySeconds, ...schedule },
    ...(options as object | undefined),
  }
}

/**
 * Starts the first run of a watch that exists now, whatever becomes of the run.
 * @param headers with the key under which the watch was created, so that a repeated call starts no second run.
 * @returns what to say about it.
 */
async function firstRun(watchId: string, headers: Record<string, string>, context: ToolContext): Promise<string> {
  try {
    await routeResult(context, { method: 'POST', path: `${pathOf(watchId)}/run`, headers })
    return ', and its first run started'
  } catch (error) {
    return `, but its first run did not start (${toolErrorFrom(error).message}): call watch_changes with run_now`
  }
}

const watchCreate: Tool = {
  name: 'watch_create',
  title: 'Watch a website for changes',
  description:
    'Crawls a site (`url`) or reads pages (`urls`) again and again by a schedule, and compares each run with the one before. The first run is the base. Read the results with watch_changes.',
  input: strictObject({
    name: watchFields.name,
    url: Type.Optional(Type.String({ description: 'Start of a crawl of pages below it.' })),
    urls: Type.Optional(Type.Array(Type.String(), { description: 'Pages to read, instead of `url`.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Maximum pages of a crawl.' })),
    ...brief(watchFields.schedule.properties, {
      every_seconds: 'Interval, 60 at least; or `cron`.',
      cron: 'Five fields.',
      timezone: 'Of `cron`, such as Europe/Berlin.',
    }),
    run_now: Type.Optional(Type.Boolean({ default: true, description: 'Starts the first run at once.' })),
    idempotency_key: idempotencyKeyField,
    options: optionsObject({
      ...pick(watchFields, ['keep_runs']),
      track: Type.Optional(
        Type.Object(
          brief(watchFields.track.properties, {
            mode: 'What is compared.',
            ignore_selectors: 'CSS selectors of elements to leave out.',
            ignore_patterns: 'Lines to leave out (RE2).',
            min_changed_words: 'Fewer changed words are no change.',
          }),
          { additionalProperties: false, description: 'How pages are compared.' },
        ),
      ),
    }),
  }),
  output: strictObject({
    watch_id: Type.String({ description: 'Id of the watch.' }),
    next_run_at: Type.Union([Type.String(), Type.Null()], { description: 'Next run of the schedule.' }),
  }),
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  async run(given, context) {
    const { idempotency_key: key, ...rest } = given
    const headers: Record<string, string> = typeof key === 'string' ? { 'idempotency-key': key } : {}
    const body = await routeResult(context, { method: 'POST', path: '/watches', body: watchBody(rest), headers })
    const id = String(body['watch_id'])
    const isRunning = given['run_now'] !== false
    const words = `Watch ${id} was created${isRunning ? await firstRun(id, headers, context) : ''}. Use watch_changes.`
    return { facts: factsOf(body, ['watch_id', 'next_run_at']), words, text: '' }
  },
}

interface RunFacts {
  run_id: string
  status: string
  started_at: string
  ended_at: string | null
  counts: Record<string, number>
  error: string | null
}

/** Returns the newest runs of a watch, newest first. */
async function newestRuns(watchId: unknown, context: ToolContext): Promise<RunFacts[]> {
  const { data } = await routeResult(context, { method: 'GET', path: `${pathOf(watchId)}/runs?limit=5` })
  return data as RunFacts[]
}

/**
 * Starts a run. One that is in progress serves as well; one that has ended may still hold the watch for a moment.
 * @returns the id of the run.
 */
async function startRun(watchId: unknown, context: ToolContext): Promise<string> {
  const until = performance.now() + mcpLimits.runStartMs
  for (;;) {
    try {
      const { run_id: id } = await routeResult(context, { method: 'POST', path: `${pathOf(watchId)}/run` })
      return String(id)
    } catch (error) {
      if (!(error instanceof ToolError) || error.code !== 'run_in_progress') throw error
      const [newest] = await newestRuns(watchId, context)
      if (newest?.status === 'running') return newest.run_id
      if (performance.now() > until) throw error
    }
    await sleep(mcpLimits.runStartPauseMs, undefined, { signal: context.signal })
  }
}

/**
 * Waits until a run has ended, or the time is over.
 * @param id of the run; null: the newest one, or without waiting the newest that has ended.
 */
async function awaitRun(id: string | null, given: ToolArguments, context: ToolContext): Promise<RunFacts | null> {
  const waitMs = Number(given['wait_seconds'] ?? 0) * 1_000
  const until = performance.now() + waitMs
  for (;;) {
    const runs = await newestRuns(given['watch_id'], context)
    const ended = waitMs === 0 ? runs.find(({ status }) => status !== 'running') : undefined
    const run = (id === null ? (ended ?? runs[0]) : runs.find(({ run_id }) => run_id === id)) ?? null
    const leftMs = until - performance.now()
    if ((run !== null && run.status !== 'running') || leftMs <= 0) return run
    context.report('the run is in progress')
    await sleep(Math.min(mcpLimits.pollMs, leftMs), undefined, { signal: context.signal })
  }
}

interface ChangeFacts {
  url: string
  state: string
  reason: string | null
  title: string | null
  diff: string | null
  json_patch: unknown[] | null
}

const changeText = ({ url, state, reason, title, diff, json_patch: patch }: ChangeFacts): string =>
  [
    `=== ${state}: ${title ?? 'no title'} ===\n${url}${reason === null ? '' : ` (${reason})`}`,
    ...(diff === null ? [] : [diff]),
    ...(patch === null ? [] : [JSON.stringify(patch)]),
  ].join('\n\n')

/** Returns the run that a list has begun with; null for a call without a cursor. */
function begunRun({ bound }: ToolListPlace): RunFacts | null {
  const run = bound['run'] as Partial<RunFacts> | undefined
  if (run === undefined) return null
  if (typeof run.run_id !== 'string' || typeof run.counts !== 'object') throw foreignCursor()
  return run as RunFacts
}

const states = ['changed', 'new', 'removed', 'failed', 'same'] as const

const watchChanges: Tool = {
  name: 'watch_changes',
  title: 'Read what has changed',
  description:
    'Reads what the newest run of a watch found: counts, and the pages of one `state` with their diffs. With `run_now` it starts a run first; use wait_seconds to wait for its end.',
  input: strictObject({
    watch_id: Type.String({ minLength: 1, maxLength: 100, description: 'Id from watch_create.' }),
    state: Type.Optional(Type.Enum([...states], { default: 'changed', description: 'Pages to list.' })),
    run_now: Type.Optional(Type.Boolean({ default: false, description: 'Starts a run first.' })),
    wait_seconds: waitField('Waits up to this long for the end of the run.'),
    ...listArguments,
  }),
  output: strictObject({
    run_id: Type.Union([Type.String(), Type.Null()], { description: 'The run; null before the first one.' }),
    status: Type.Union([Type.String(), Type.Null()], { description: 'Status of the run.' }),
    counts: Type.Union([Type.Record(Type.String(), Type.Integer()), Type.Null()], { description: 'Pages by state.' }),
    ...listFacts,
  }),
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  ownCursors: true,
  async run(given, context) {
    const place = placeOfCall(given, ['state'])
    const begun = begunRun(place)
    const mustStart = begun === null && given['run_now'] === true
    const id = mustStart ? await startRun(given['watch_id'], context) : null
    // A list goes on with the run that it began with.
    const run = begun ?? (await awaitRun(id, given, context))
    const facts = { run_id: run?.run_id ?? id, status: run?.status ?? null, counts: run?.counts ?? null }
    if (run === null || run.status === 'running') {
      const words =
        run === null && id === null
          ? 'There has been no run so far: use run_now, or wait.'
          : 'The run is in progress: call again with wait_seconds, without run_now.'
      return { facts, words, text: '', nextCursor: null }
    }
    const { state } = place.bound
    const query = new URLSearchParams({ state: typeof state === 'string' ? state : 'changed' })
    if (place.part !== null) query.set('cursor', place.part)
    const path = `${pathOf(given['watch_id'])}/runs/${encodeURIComponent(run.run_id)}/changes?${query.toString()}`
    const body = await routeResult(context, { method: 'GET', path })
    const texts = (body['data'] as ChangeFacts[]).map(changeText)
    const { run_id, status, started_at, counts: found, error } = run
    const portion = portionOfPart(
      { texts, next: body['next_cursor'] as string | null },
      { ...place, bound: { ...place.bound, run: { run_id, status, started_at, counts: found, error } } },
      Number(given['max_characters'] ?? mcpLimits.replyCharactersDefault),
    )
    const counts = Object.entries(run.counts).map(([name, pages]) => `${pages} ${name}`)
    const words = `Run of ${run.started_at}, ${run.status}: ${counts.join(', ')}.${run.error === null ? '' : ` ${run.error}`}`
    return { facts, words, text: portion.text, nextCursor: portion.next === null ? null : cursorOfPlace(portion.next) }
  },
}

export const watchTools: readonly Tool[] = [watchCreate, watchChanges]
