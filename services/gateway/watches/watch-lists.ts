/** The lists of the watch routes: watches, runs, and what a run found. */
import { cursorProblem, type PageQuery } from '@seine/shared/api/rules/query-parameters.ts'
import { requestLimits } from '@seine/shared/config/api-limits.ts'
import { eachOf } from '@seine/shared/lifecycle/each-of.ts'
import { fetchUrl } from '@seine/shared/urls/url-identity.ts'
import type { WatchRef } from '@seine/shared/watches/definition.ts'
import { lostEnd, runView, type PageState, type PageVerdict, type RunView } from '@seine/shared/watches/runs.ts'
import { isRunId } from '@seine/shared/watches/watch-ids.ts'
import { textKey, watchIndexPrefix, watchOfIndexKey } from '@seine/shared/watches/watch-keys.ts'
import { entryKeyOf } from '@seine/activities/watches/definition-store.ts'
import type { StoredRun } from '@seine/activities/watches/run-store.ts'
import { ApiError, invalidRequest } from '../http/api-error.ts'
import { watchEntry } from './watch-body.ts'
import { known, ownWatch, type WatchPorts } from './watch-calls.ts'

/** Watches that are read at a time. */
const readAtATime = 8

/** Bytes of verdicts after which a page of the list of changes ends. */
const replyMaxBytes = 10 * 1024 * 1024

const cursorOf = (text: string): string => Buffer.from(text).toString('base64url')
const textOfCursor = (cursor: string): string => Buffer.from(cursor, 'base64url').toString()

interface Page<Entry> {
  data: Entry[]
  next_cursor: string | null
}

/** Returns the index key that a cursor encodes. @throws ApiError when it is not a cursor of this list. */
function indexKeyOf(tenant: string, cursor: string): string {
  const key = `${watchIndexPrefix(tenant)}${textOfCursor(cursor)}`
  if (watchOfIndexKey(key) === null || cursorOf(key.slice(watchIndexPrefix(tenant).length)) !== cursor) {
    throw invalidRequest([cursorProblem])
  }
  return key
}

/** Returns a page of the watches of a tenant, the newest first. @throws ApiError for a cursor of another list. */
export async function listWatches(
  tenant: string,
  { cursor, limit }: PageQuery,
  ports: WatchPorts,
): Promise<Page<ReturnType<typeof watchEntry>>> {
  const after = cursor === null ? null : indexKeyOf(tenant, cursor)
  const found = await ports.watches.definitions.index(tenant, after, limit + 1)
  const page = found.slice(0, limit)
  const watches = await eachOf(page, readAtATime, async ({ id, key }) => {
    const definition = await ports.watches.definitions.newest({ tenant, id })
    const isListed = definition !== null && entryKeyOf(definition) === key
    return isListed ? watchEntry(await known(definition, ports)) : null
  })
  const last = page.at(-1)
  const isEnd = last === undefined || found.length <= limit
  return {
    data: watches.filter((watch) => watch !== null),
    next_cursor: isEnd ? null : cursorOf(last.key.slice(watchIndexPrefix(tenant).length)),
  }
}

function numberOfCursor(cursor: string): number {
  const text = textOfCursor(cursor)
  if (!/^\d{1,9}$/.test(text) || cursorOf(text) !== cursor) throw invalidRequest([cursorProblem])
  return Number(text)
}

/** Returns a page of the runs of a watch, the newest first. @throws ApiError. */
export async function listRuns(
  watch: WatchRef,
  { cursor, limit }: PageQuery,
  ports: WatchPorts,
): Promise<Page<RunView>> {
  await ownWatch(watch, ports)
  const before = cursor === null ? Infinity : numberOfCursor(cursor)
  const all = await ports.watches.runs.numbers(watch)
  const numbers = all.filter((n) => n < before).toReversed()
  const page = numbers.slice(0, limit)
  const runs = await eachOf(page, readAtATime, async (n) => await ports.watches.runs.run(watch, n))
  return {
    data: runs
      .filter((run) => run !== null)
      .map(({ start, end }) => runView(start, end ?? (start.n === all.at(-1) ? null : lostEnd(start)))),
    next_cursor: numbers.length > limit ? cursorOf(String(page.at(-1))) : null,
  }
}

/** Returns a run of a watch. @throws ApiError `watch_not_found`, `run_not_found`. */
async function ownRun(watch: WatchRef, runId: string, ports: WatchPorts): Promise<StoredRun> {
  await ownWatch(watch, ports)
  const run = isRunId(runId) ? await ports.watches.runs.find(watch, runId) : null
  if (run === null) throw new ApiError('run_not_found', 'the watch has no such run; the oldest runs are not kept')
  return run
}

/** Returns the chunk and the line that a cursor encodes. @throws ApiError when it is not a cursor of this list. */
function placeOf(cursor: string | null): { chunk: number; line: number } {
  if (cursor === null) return { chunk: 0, line: 0 }
  const text = textOfCursor(cursor)
  const [, chunk, line] = /^(\d{1,6})\.(\d{1,6})$/.exec(text) ?? []
  if (chunk === undefined || line === undefined || cursorOf(text) !== cursor) throw invalidRequest([cursorProblem])
  return { chunk: Number(chunk), line: Number(line) }
}

/**
 * Returns a page of what a run found; empty while it is in progress.
 * @param state only pages in this state; null: all but those that are the same.
 * @throws ApiError
 */
export async function listChanges(
  watch: WatchRef,
  runId: string,
  {
    state,
    cursor,
    limit = requestLimits.listPageDefault,
  }: { state: PageState | null; cursor: string | null; limit?: number },
  ports: WatchPorts,
): Promise<Page<PageVerdict>> {
  const place = placeOf(cursor)
  const { start, end } = await ownRun(watch, runId, ports)
  const isWanted = (verdict: PageVerdict): boolean =>
    state === null ? verdict.state !== 'same' : verdict.state === state
  const data: PageVerdict[] = []
  let bytes = 0
  for (let { chunk, line } = place; chunk < (end?.chunks ?? 0); chunk += 1, line = 0) {
    const verdicts = await ports.watches.runs.verdicts(watch, start.n, chunk)
    for (; line < verdicts.length; line += 1) {
      const verdict = verdicts[line]!
      if (!isWanted(verdict)) continue
      bytes += Buffer.byteLength(JSON.stringify(verdict))
      const isFull = data.length >= limit || (data.length > 0 && bytes > replyMaxBytes)
      if (isFull) return { data, next_cursor: cursorOf(`${chunk}.${line}`) }
      data.push(verdict)
    }
  }
  return { data, next_cursor: null }
}

/** Returns the text of a page that was the last good one after a run. @throws ApiError `page_not_found`. */
export async function readText(watch: WatchRef, runId: string, url: string, ports: WatchPorts) {
  const { start, end } = await ownRun(watch, runId, ports)
  const versions = end?.good == null ? [] : await ports.watches.runs.state(watch, end.good)
  const fetched = fetchUrl(url) ?? url
  const version = versions.find((each) => each.url === url || each.url === fetched)
  const bytes = version === undefined ? null : await ports.watches.objects.get(textKey(watch, version.hash))
  if (version === undefined || bytes === null) {
    throw new ApiError('page_not_found', `run ${start.runId} has no text of this URL`)
  }
  return {
    url: version.url,
    final_url: version.finalUrl,
    title: version.title,
    run_id: version.runId,
    at: version.at,
    text: Buffer.from(bytes).toString('utf8'),
  }
}
