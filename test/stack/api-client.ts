/** Uses the API as a caller does: JSON over HTTP, and archives by plain download. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import JSZip from 'jszip'
import type { LedgerLine } from '@seine/activities/archive/ledger/ledger.ts'
import type { BatchArchiveLine } from '@seine/activities/archive/write-batch-archives.ts'
import { checkAnswer } from '@seine/shared/api/testing/response-check.ts'
import type { Manifest } from '@seine/activities/archive/manifest.ts'
import { momentPauseMs, pollPauseMs } from './poll-pause.ts'

export interface Answer {
  status: number
  headers: Headers
  // The tests check the body member by member, so it has no static type.
  body: Body
}

export type Body = Record<string, unknown> & {
  id: string
  status: unknown
  code?: string
  total: number
  completed: number
  failed: number
  pending: number
  inFlight: number
  limit: number
  error?: string
  warnings: string[]
  s3PresignedUrls?: Record<string, string>
  partialS3PresignedUrls?: Record<string, string>
  errors?: { pointer: string; code: string; message: string }[]
}

export interface Archive {
  manifest: Manifest
  ledger: LedgerLine[]
  names: string[]
  text(name: string): Promise<string>
}

const jobPath = (id: string): string => (id.startsWith('batch-') ? `/batch/scrape/${id}` : `/crawl/${id}`)

/** Most repetitions of a request that is answered with 503, one a second. */
const servedTriesMax = 30

const terminal = new Set<unknown>(['completed', 'failed', 'cancelled'])

const isFinal = (body: Body): boolean => terminal.has(body.status) && body['completedAt'] !== undefined

export class ApiClient {
  readonly #base: string
  readonly #key: string
  /** The last status read of each job: counters must not decrease below it. */
  readonly #told = new Map<string, Body>()

  constructor(base: string, key: string) {
    this.#base = base
    this.#key = key
  }

  /**
   * Sends one request and checks its answer against the API description.
   * @param headers additional headers; an empty value removes one.
   */
  async request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const sent = {
      authorization: `Bearer ${this.#key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    }
    const answer = await fetch(`${this.#base}${path}`, {
      method,
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const { status, headers: told } = answer
    const text = await answer.text()
    checkAnswer({ method, path, status, headers: told, text })
    return { status, headers: told, body: JSON.parse(text === '' ? '{}' : text) as Body }
  }

  /** As `request`, for one that may be repeated: again while Temporal or the store has no time for it. */
  async repeated(method: string, path: string, body?: unknown): Promise<Answer> {
    for (let triesLeft = servedTriesMax; ; triesLeft -= 1) {
      const answer = await this.request(method, path, body)
      if (answer.status !== 503 || triesLeft === 0) return answer
      await sleep(1_000)
    }
  }

  /** Starts a crawl. @returns its id. */
  async start(body: Record<string, unknown>): Promise<string> {
    return await this.#start('/crawl', body)
  }

  /** Starts a batch. @returns its id. */
  async startBatch(body: Record<string, unknown>): Promise<string> {
    return await this.#start('/batch/scrape', body)
  }

  async status(id: string): Promise<Body> {
    const { status, body } = await this.request('GET', jobPath(id))
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }

  async cancel(id: string): Promise<Body> {
    return (await this.request('DELETE', jobPath(id))).body
  }

  /** Returns every entry of a job's ledger in one state, or in all of them, page by page. */
  async ledger(id: string, query: { state?: string; limit?: number } = {}): Promise<LedgerLine[]> {
    const entries: LedgerLine[] = []
    const asked = new URLSearchParams(
      Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string]),
    )
    for (let cursor: string | null = ''; cursor !== null;) {
      if (cursor !== '') asked.set('cursor', cursor)
      const { status, body } = await this.request('GET', `${jobPath(id)}/urls?${asked.toString()}`)
      assert.equal(status, 200, JSON.stringify(body))
      entries.push(...(body['data'] as LedgerLine[]))
      cursor = body['next_cursor'] as string | null
    }
    return entries
  }

  async #start(path: string, body: Record<string, unknown>): Promise<string> {
    const { status, body: answer } = await this.request('POST', path, body)
    assert.equal(status, 202, JSON.stringify(answer))
    return answer.id
  }

  /**
   * Polls the status until it is final and checks every reading against the rules of the counters.
   * @param until ends the polling early when it returns true.
   */
  async watch(id: string, until: (body: Body) => boolean = isFinal, timeoutMs = 300_000): Promise<Body> {
    const startedAt = Date.now()
    const endsAt = startedAt + timeoutMs
    let before = this.#told.get(id) ?? null
    for (;;) {
      const { status, body } = await this.request('GET', jobPath(id)).catch(whileAway)
      if (status === 200 && body !== null) {
        checkCounters(body, before)
        before = body
        this.#told.set(id, body)
        if (until(body)) return body
      } else {
        assert.ok(status === 0 || status === 503, `status ${status}: ${JSON.stringify(body)}`)
      }
      assert.ok(Date.now() < endsAt, `the job does not get there: ${JSON.stringify(before)}`)
      // A state on the way may be over soon; the end stays.
      const pauseMs = until === isFinal ? pollPauseMs : momentPauseMs
      await sleep(pauseMs(Date.now() - startedAt))
    }
  }
}

/** Replaces the answer of a gateway that is restarting. */
function whileAway(error: unknown): { status: 0; body: null } {
  if (error instanceof TypeError) return { status: 0, body: null }
  throw error
}

/** Checks a status against the rules of the counters and of the duration. @param before previous status from the same gateway. */
export function checkCounters(body: Body, before: Body | null): void {
  const { total, completed, failed, inFlight, pending, limit } = body
  const shown = JSON.stringify({ now: body, before })
  assert.equal(total, completed + failed + inFlight, shown)
  assert.ok(total + pending <= limit, shown)
  assert.ok(Math.min(total, completed, failed, inFlight, pending) >= 0, shown)
  if (before === null) return
  assert.ok(total >= before.total && completed >= before.completed && failed >= before.failed, shown)
  assert.ok(Number(body['duration']) >= Number(before['duration']), `the duration fell: ${shown}`)
}

/** Downloads an archive of a batch and reads it. */
export async function downloadLines(link: string | undefined): Promise<BatchArchiveLine[]> {
  assert.ok(link !== undefined, 'there is no link')
  const answer = await fetch(link)
  assert.equal(answer.status, 200)
  const text = await answer.text()
  assert.ok(text.endsWith('\n'), 'every line ends in a line feed')
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as BatchArchiveLine)
}

/** Downloads an archive with a plain HTTP client and reads it. */
export async function download(link: string | undefined): Promise<Archive> {
  assert.ok(link !== undefined, 'there is no link')
  const answer = await fetch(link)
  assert.equal(answer.status, 200)
  const zip = await JSZip.loadAsync(await answer.arrayBuffer())
  const text = async (name: string): Promise<string> => {
    const file = zip.file(name)
    assert.ok(file !== null, `${name} is not in the archive`)
    return await file.async('string')
  }
  return {
    manifest: JSON.parse(await text('manifest.json')) as Manifest,
    ledger: (await text('urls.jsonl'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as LedgerLine),
    names: Object.keys(zip.files),
    text,
  }
}
