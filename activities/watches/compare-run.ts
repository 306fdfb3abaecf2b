/**
 * The `compareWatchRun` activity: judges the pages of the job of a run against the last good state, stores verdicts,
 * texts and the new state, and marks the run as ended, in this order. It depends on stored data and its input only, so
 * that it may be repeated: until the mark is written, nothing of the run counts.
 */
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { readRecord } from '@seine/shared/jobs/job-record.ts'
import type { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import type { PageRecord } from '@seine/shared/pages/slice-shapes.ts'
import { outputsOf, type PagePrint, type StoredVersion } from '@seine/shared/pages/stored-page.ts'
import { DamagedObjectError, nullWhenDamaged } from '@seine/shared/storage/damaged-object.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { isTextFormat, type TextFormat } from '@seine/shared/tasks/formats.ts'
import type { CompareWatchInput, WatchRunResult } from '@seine/shared/temporal/watch-shapes.ts'
import { PatternTooCostlyError } from '@seine/shared/urls/pattern-budget.ts'
import { TextComparison } from '@seine/shared/watches/compared-text.ts'
import type { WatchDefinition, WatchRef } from '@seine/shared/watches/definition.ts'
import { noCounts, type PageVersion, type RunEnd, type RunStart } from '@seine/shared/watches/runs.ts'
import { judgeAbsent, judgePage, type ComparedPage } from '@seine/shared/watches/verdicts.ts'
import { textKey, type DueKind } from '@seine/shared/watches/watch-keys.ts'
import { resultLostCode } from '../archive/ledger/lost-results.ts'
import { readAgainIfNull } from '../faults/read-again.ts'
import type { GenerationStore } from '../frontier/state/generation-store.ts'
import type { WatchDeps } from './begin-run.ts'
import { markDue } from './due-runs.ts'
import { VerdictWriter } from './run-store.ts'
import { discoveryOf, seenRecords, type Discovery, type SeenRecord } from './seen-pages.ts'
import { StoredWriter } from './stored-writer.ts'
import { isWorthMail } from './watch-mail.ts'
import { StoredPages } from '../segments/stored-pages.ts'

export interface CompareDeps extends WatchDeps {
  inputs: Pick<JobInputs, 'bare'>
  generations: Pick<GenerationStore, 'newest'>
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The texts of a watch in the store; those of the run are written once. */
class Texts {
  /** Number of texts that were asked for and cannot be read. */
  unreadable = 0
  readonly #deps: Pick<WatchDeps, 'store'>
  readonly #watch: WatchRef

  constructor(deps: Pick<WatchDeps, 'store'>, watch: WatchRef) {
    this.#deps = deps
    this.#watch = watch
  }

  /** Stores a text. @returns its hash. */
  async keep(text: string, known: string | null): Promise<string> {
    const hash = hashOf(text)
    if (hash !== known) await this.#deps.store.putIfAbsent(textKey(this.#watch, hash), text)
    return hash
  }

  /** Reads a text; null when it is lost or damaged. @throws StoreUnavailableError */
  readonly read = async (hash: string): Promise<string | null> => {
    const bytes = await this.#deps.store.get(textKey(this.#watch, hash)).catch(nullWhenDamaged)
    if (bytes !== null) return Buffer.from(bytes).toString('utf8')
    this.unreadable += 1
    return null
  }
}

/** Returns why a page has no text to compare; null when it may have one. */
function failureOf(record: PageRecord): string | null {
  if (!record.success) return record.code ?? 'failed'
  return record.degraded == null ? null : 'degraded'
}

/** Whether a record refers to the stored version of the page. */
const isStill = ({ stored }: PageRecord, before: StoredVersion | undefined): boolean => {
  if (stored === undefined || before === undefined) return false
  const { pack, at } = outputsOf(before)
  return stored.pack === pack && stored.at === at
}

/** Whether an answer has the validators of another one. */
const hasSameValidators = (one: PagePrint, other: PagePrint): boolean =>
  one.etag === null
    ? other.etag === null && one.lastModified !== null && one.lastModified === other.lastModified
    : one.etag === other.etag

/** Returns the formats of which the jobs of a watch make ZIP archives. */
const zippedFormats = ({ job }: WatchDefinition): TextFormat[] =>
  job.kind === 'crawl' ? job.output.filter((format) => isTextFormat(format)) : []

/** Compares the pages of one completed run. */
class Comparison {
  readonly counts = noCounts()
  readonly warnings: string[] = []
  readonly #before: Map<string, PageVersion>
  readonly #after: PageVersion[] = []
  readonly #texts: Texts
  readonly #rules: TextComparison
  readonly #definition: WatchDefinition
  readonly #start: RunStart
  readonly #writer: VerdictWriter
  readonly #stored: StoredWriter
  readonly #packs: StoredPages
  readonly #plainHosts: Set<string>
  /** True when a page that was good has no verdict now: pages that it links to may be missing for that reason. */
  #hasGap = false

  /** @param plainHosts hosts whose validators were found to be wrong in earlier runs. */
  constructor(
    deps: CompareDeps,
    definition: WatchDefinition,
    start: RunStart,
    before: readonly PageVersion[],
    plainHosts: readonly string[],
  ) {
    this.#before = new Map(before.map((version) => [version.url, version]))
    this.#texts = new Texts(deps, definition)
    this.#rules = new TextComparison(definition.track)
    this.#definition = definition
    this.#start = start
    this.#writer = new VerdictWriter(deps.store, definition, start.n)
    this.#stored = new StoredWriter(deps.store, definition, start.n, zippedFormats(definition))
    this.#packs = new StoredPages(deps.store)
    this.#plainHosts = new Set(plainHosts)
  }

  async #seen(record: PageRecord, before: PageVersion | null): Promise<ComparedPage> {
    const { url, finalUrl, status, title } = record
    const page = { url, finalUrl, status, title }
    const failure = failureOf(record)
    if (failure !== null) return { ...page, failure, hash: '' }
    if (before !== null && isStill(record, before.stored)) return { ...page, failure: null, hash: before.hash }
    const whole = await this.#packs.whole(record)
    if (whole === null) return { ...page, failure: resultLostCode, hash: '' }
    let text: string | null
    try {
      text = await this.#rules.textOf(whole.outputs)
    } catch (error) {
      const code = error instanceof PatternTooCostlyError ? 'pattern_too_costly' : 'internal_error'
      return { ...page, failure: code, hash: '' }
    }
    if (text === null || text === '') return { ...page, failure: 'empty', hash: '' }
    return { ...page, failure: null, hash: await this.#texts.keep(text, before?.hash ?? null) }
  }

  /** Judges a page that the job asked for. */
  async add({ fetchUrl, ...record }: SeenRecord): Promise<void> {
    // Texts and diffs take time: other work of the process gets its turn in between.
    await nextTurn()
    const before = this.#before.get(record.url) ?? null
    this.#before.delete(record.url)
    const page = await this.#seen(record, before)
    const run = { runId: this.#start.runId, at: record.fetchedAt }
    const { verdict, version } = await judgePage(page, before, run, this.#definition.track, this.#texts.read)
    if (verdict.state === 'failed' && before !== null) this.#hasGap = true
    this.counts[verdict.state] += 1
    if (verdict.state === 'changed') this.#noteHost(record, before?.stored)
    if (version !== null) {
      const isJudged = verdict.state !== 'failed'
      this.#after.push(isJudged ? await this.#withStored(version, fetchUrl, record, before) : version)
    }
    await this.#writer.add(verdict)
  }

  /** Notes a host that gave the same validators for another text: its answers 304 say nothing. */
  #noteHost({ print }: PageRecord, before: StoredVersion | undefined): void {
    if (print !== undefined && before !== undefined && hasSameValidators(before.print, print))
      this.#plainHosts.add(new URL(print.url).host)
  }

  /** Adds to a version where its page is stored; a page that has not changed stays where it is. */
  async #withStored(
    version: PageVersion,
    fetchUrl: string,
    record: PageRecord,
    before: PageVersion | null,
  ): Promise<PageVersion> {
    const { stored: _, ...bare } = version
    const { print } = record
    if (print === undefined) return bare
    if (record.stored === undefined) return { ...bare, stored: await this.#stored.add(fetchUrl, record, print) }
    return before?.stored !== undefined && isStill(record, before.stored)
      ? { ...bare, stored: { ...before.stored, print } }
      : bare
  }

  /** Judges the pages that the job did not meet. */
  async close(
    discovery: Discovery,
  ): Promise<{ versions: PageVersion[] } & Pick<RunEnd, 'chunks' | 'buckets' | 'plainHosts'>> {
    const absent = [...this.#before.values()].map((version) => ({ version, isKnown: discovery.knows(version.url) }))
    const isWhole = discovery.isWhole && !this.#hasGap && absent.every(({ isKnown }) => !isKnown)
    for (const { version: before, isKnown } of absent) {
      const { verdict, version } = judgeAbsent(before, isWhole && !isKnown)
      if (verdict !== null) {
        this.counts[verdict.state] += 1
        await this.#writer.add(verdict)
      }
      if (version !== null) this.#after.push(version)
    }
    if (absent.length > 0 && !isWhole) {
      this.warnings.push(
        `${absent.length} pages were not found, but the run did not look everywhere: they are not removed`,
      )
    }
    if (this.#texts.unreadable > 0) {
      this.warnings.push(
        `${this.#texts.unreadable} texts of earlier runs cannot be read: their pages have changed, and have no diff`,
      )
    }
    await this.#writer.flush()
    const versions = this.#after.toSorted((a, b) => (a.url < b.url ? -1 : 1))
    const buckets = await this.#stored.close(versions, this.#plainHosts)
    return { versions, chunks: this.#writer.chunks, buckets, plainHosts: [...this.#plainHosts].toSorted() }
  }
}

/** Reads the last good state, again after pauses; null when it stays lost or damaged. @throws StoreUnavailableError */
async function stateOf(deps: CompareDeps, watch: WatchRef, n: number): Promise<PageVersion[] | null> {
  return await readAgainIfNull(async () => await deps.runs.readableState(watch, n))
}

/** Compares a completed job. @returns the end of the run, not yet stored. */
async function compared(
  deps: CompareDeps,
  definition: WatchDefinition,
  start: RunStart,
  status: FinalStatus,
  endedAt: string,
): Promise<RunEnd> {
  const job = { tenant: definition.tenant, id: start.jobId }
  const input = await deps.inputs.bare(job)
  const state = await deps.generations.newest(job, input)
  if (state === null) throw new DamagedObjectError(start.jobId, 'the job has no frontier')
  const before = start.base === null ? null : await stateOf(deps, definition, start.base)
  const base = start.base === null ? null : ((await deps.runs.run(definition, start.base))?.end ?? null)
  const plainAt = input.watch?.isPlain === true ? start.n : base?.plainAt
  const comparison = new Comparison(deps, definition, start, before ?? [], base?.plainHosts ?? [])
  if (start.base !== null && before === null) {
    comparison.warnings.push(`the last good state, of run ${start.base}, cannot be read: this run is a new base`)
  }
  for await (const record of seenRecords(deps.store, state, input, definition.urls)) await comparison.add(record)
  const { versions, ...stored } = await comparison.close(discoveryOf(state, input, status))
  await deps.runs.writeState(definition, start.n, versions)
  return {
    status: 'completed',
    endedAt,
    counts: comparison.counts,
    good: start.n,
    goodBaseVersion: start.baseVersion,
    ...stored,
    ...(plainAt === undefined ? {} : { plainAt }),
    isFirst: before === null,
    error: null,
    warnings: comparison.warnings,
  }
}

/** Returns the end of a run whose job gives nothing to compare: the state before it stays the last good one. */
const endedWithout = (start: RunStart, status: RunEnd['status'], error: string | null, endedAt: string): RunEnd => ({
  status,
  endedAt,
  counts: noCounts(),
  good: start.base,
  goodBaseVersion: start.base === null ? null : start.baseVersion,
  chunks: 0,
  isFirst: false,
  error,
  warnings: [],
})

/**
 * Ends a run.
 * @returns null when the watch was deleted meanwhile.
 * @throws StoreUnavailableError, which Temporal retries.
 */
export async function compareWatchRun(deps: CompareDeps, input: CompareWatchInput): Promise<WatchRunResult | null> {
  const watch: WatchRef = { tenant: input.tenant, id: input.watchId }
  const stored = await deps.runs.run(watch, input.n)
  const start = stored?.start
  if (start === undefined) return null
  const { definitions } = deps
  const definition = (await definitions.version(watch, start.version)) ?? (await definitions.newest(watch))
  if (definition === null) return null
  const end = stored?.end ?? (await ended(deps, definition, start, input))
  const { runId, jobId } = start
  const due = dueKinds(definition, end)
  return {
    runId,
    jobId,
    status: end.status,
    counts: end.counts,
    notices: due.includes('notices'),
    email: due.includes('mail'),
  }
}

/** Returns what is to be sent after a run. */
const dueKinds = ({ hasWebhook, hasEmail }: WatchDefinition, end: RunEnd): DueKind[] => [
  ...(hasWebhook ? (['notices'] as const) : []),
  ...(hasEmail && isWorthMail({ end }) ? (['mail'] as const) : []),
]

/** Makes and stores the end of a run. @returns its end, which may be another attempt's. */
async function ended(
  deps: CompareDeps,
  definition: WatchDefinition,
  start: RunStart,
  input: CompareWatchInput,
): Promise<RunEnd> {
  const made = await endOf(deps, definition, start, input)
  // Before its end: a run that has ended without them could be deleted before they are sent.
  await markDue(deps.store, definition, { n: start.n, endedAt: made.endedAt }, dueKinds(definition, made))
  const end = await deps.runs.end(definition, start.n, made)
  metrics.watchRuns.inc({ status: end.status })
  return end
}

async function endOf(
  deps: CompareDeps,
  definition: WatchDefinition,
  start: RunStart,
  { endedAt }: CompareWatchInput,
): Promise<RunEnd> {
  const status = await readRecord(deps.store, { tenant: definition.tenant, id: start.jobId })
  if (status === null) return endedWithout(start, 'failed', 'the job ended without a record', endedAt)
  if (status.status !== 'completed') return endedWithout(start, status.status, status.error, endedAt)
  if (definition.version !== start.version && definition.baseVersion !== start.baseVersion) {
    const why = 'the watch was changed more than once during the run, so that nothing was compared'
    return endedWithout(start, 'cancelled', why, endedAt)
  }
  try {
    const end = await compared(deps, definition, start, status, endedAt)
    for (const [state, count] of Object.entries(end.counts)) metrics.watchPages.inc({ state }, count)
    return end
  } catch (error) {
    if (!(error instanceof DamagedObjectError)) throw error
    return endedWithout(start, 'failed', `stored data is damaged: ${error.message}`, endedAt)
  }
}
