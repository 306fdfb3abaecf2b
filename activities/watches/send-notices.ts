/**
 * The `sendWatchNotices` activity: sends the notices of a run in order, until one fails, none is left or the call has
 * used up its share. It depends on its input and on the store only: notices are sent at least once, under the same ids.
 */
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { nullWhenDamaged } from '@seine/shared/storage/damaged-object.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { hostOf } from '@seine/shared/urls/url-identity.ts'
import { watchLimits } from '@seine/shared/config/watch-limits.ts'
import type { NoticePlace, SendNoticesInput, SentNotices, NoticeProgress } from '@seine/shared/temporal/watch-shapes.ts'
import type { WatchDefinition, WatchRef, WatchWebhook } from '@seine/shared/watches/definition.ts'
import type { PageVerdict } from '@seine/shared/watches/runs.ts'
import { isToldAlone, pageNotice, runNotice, type NoticedRun, type WatchNotice } from '@seine/shared/watches/notices.ts'
import { readAgainIfNull } from '../faults/read-again.ts'
import { pauseAfter } from '../notify/delivery-plan.ts'
import type { WebhookPorts } from '../notify/deliver-webhooks.ts'
import { lateSignal } from '../notify/late-signal.ts'
import type { WatchDeps } from './begin-run.ts'
import { openSecrets } from './definition-store.ts'
import { markSent } from './due-runs.ts'

export interface NoticeDeps extends WatchDeps {
  webhooks: Omit<WebhookPorts, 'notes'>
  logger: Pick<Logger, 'warn'>
}

/** Parameters of one execution of the activity. */
export interface NoticeCall {
  /** Ends the call; the notice in flight is sent again by the next one. */
  signal: AbortSignal
  /** Called whenever a notice was sent or given up. */
  progress: (reached: NoticeProgress) => void
}

/** An ended run with the newest definition of its watch, which says what is sent and to whom. */
export interface KnownRun {
  definition: WatchDefinition
  run: NoticedRun
}

/**
 * Returns an ended run and the newest definition; `lost` when only the run is gone, null when its watch is.
 * @throws StoreUnavailableError
 */
export async function endedRun(deps: WatchDeps, watch: WatchRef, n: number): Promise<KnownRun | 'lost' | null> {
  const definition = await deps.definitions.newest(watch)
  const stored = await deps.runs.run(watch, n)
  if (definition !== null && stored !== null && stored.end !== null)
    return { definition, run: { definition, start: stored.start, end: stored.end, metadata: null } }
  // Again: a deletion that has begun meanwhile removes the definitions before the runs.
  return (await deps.definitions.newest(watch)) === null ? null : 'lost'
}

/**
 * Reads one object of verdicts, again after pauses; null when it stays missing or damaged.
 * @throws StoreUnavailableError
 */
async function verdictsIn(deps: WatchDeps, watch: WatchRef, n: number, chunk: number): Promise<PageVerdict[] | null> {
  return await readAgainIfNull(async () => {
    const verdicts = await deps.runs.verdicts(watch, n, chunk).catch(nullWhenDamaged)
    return verdicts?.length === 0 ? null : verdicts
  })
}

/** A notice and its position among those of its run. */
interface PlacedNotice {
  /** Grows from notice to notice, and does not depend on the events that the webhook wants, which can change. */
  at: number
  notice: WatchNotice
}

/**
 * Yields the notices of a run that its webhook wants. Changes that cannot be read have none; the warnings of the notice of
 * the run name their number.
 */
async function* noticesOf(
  deps: NoticeDeps,
  run: NoticedRun,
  watch: WatchRef,
  { events }: WatchWebhook,
): AsyncGenerator<PlacedNotice> {
  let sequence = 0
  const chunks = events.includes('page_changed') && !run.end.isFirst ? run.end.chunks : 0
  let unread = 0
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    const verdicts = await verdictsIn(deps, watch, run.start.n, chunk)
    if (verdicts === null) {
      unread += 1
      deps.logger.warn({ watchId: watch.id, run: run.start.n, chunk }, 'changes of a run cannot be read; no notices')
      metrics.repeatedFaults.inc({ activity: 'sendWatchNotices' })
    }
    for (const [line, verdict] of (verdicts ?? []).entries()) {
      if (!isToldAlone(verdict, run.end) || sequence >= watchLimits.noticesPerRunMax) continue
      sequence += 1
      yield { at: chunk * watchLimits.changesPerChunk + line, notice: pageNotice(run, verdict, sequence) }
    }
  }
  if (!events.includes('run_completed')) return
  const lost = `${unread} of ${chunks} parts of the changes cannot be read: their pages have no notices`
  const warnings = unread === 0 ? run.end.warnings : [...run.end.warnings, lost]
  const notice = runNotice({ ...run, end: { ...run.end, warnings } }, sequence + 1)
  yield { at: run.end.chunks * watchLimits.changesPerChunk, notice }
}

/**
 * Returns where an attempt after the death of a worker continues.
 * @param place where the call began.
 * @param reached what the attempts before it last reported; undefined when they reported nothing.
 */
export function placeAfter(place: NoticePlace, reached: NoticeProgress | undefined): NoticePlace {
  if (reached === undefined) return place
  const isSame = reached.next === place.next && (reached.position ?? place.position) === place.position
  return isSame ? place : { ...reached, tries: 0, firstTryAtMs: 0 }
}

const nothingLeft: SentNotices = { place: null, waitMs: 0, delivered: 0, givenUp: 0 }

/**
 * Sends due notices.
 * @returns where the next call continues; nothing is left when the watch, its webhook or the run is gone.
 * @throws SealError; StoreUnavailableError.
 */
export async function sendWatchNotices(
  deps: NoticeDeps,
  input: SendNoticesInput,
  call: NoticeCall,
): Promise<SentNotices> {
  const watch: WatchRef = { tenant: input.tenant, id: input.watchId }
  const known = await endedRun(deps, watch, input.n)
  if (known === null) return nothingLeft
  if (known === 'lost') return lostNotices(deps, watch, input.n)
  const webhook = openSecrets(deps.sealing, known.definition)?.webhook ?? null
  if (webhook === null) return await nothingLeftOf(deps, known, nothingLeft)
  const { slots } = deps.webhooks
  const host = hostOf(webhook.url)
  const release = slots.take(host)
  if (release === null) return { ...nothingLeft, place: input.place, waitMs: slots.waitMs(host) }
  try {
    const run = { ...known.run, metadata: webhook.metadata }
    const sent = await sendAll(
      deps,
      noticesOf(deps, run, watch, webhook),
      { webhook, watch: known.definition, place: input.place },
      call,
    )
    return sent.place === null ? await nothingLeftOf(deps, known, sent) : sent
  } finally {
    release()
  }
}

/** Notes that the notices of a run are no longer due. @returns the given result. @throws StoreUnavailableError */
async function nothingLeftOf(
  { store }: WatchDeps,
  { definition, run }: KnownRun,
  sent: SentNotices,
): Promise<SentNotices> {
  await markSent(store, definition, { n: run.start.n, endedAt: run.end.endedAt }, 'notices')
  return sent
}

/** Gives up the notices of a run that is gone. */
function lostNotices({ logger }: NoticeDeps, watch: WatchRef, n: number): SentNotices {
  logger.warn({ watchId: watch.id, run: n }, 'a run is gone whose notices were due; they are given up')
  metrics.repeatedFaults.inc({ activity: 'sendWatchNotices' })
  return { ...nothingLeft, givenUp: 1 }
}

interface Sending {
  webhook: WatchWebhook
  watch: Pick<WatchDefinition, 'tenant' | 'keyId'>
  place: NoticePlace
}

async function sendAll(
  { webhooks }: NoticeDeps,
  notices: AsyncGenerator<PlacedNotice>,
  { webhook, watch, place }: Sending,
  { signal, progress }: NoticeCall,
): Promise<SentNotices> {
  const secrets = await webhooks.secrets.of(watch)
  const endsAtMs = performance.now() + webhookLimits.callBudgetMs
  let { tries, firstTryAtMs } = place
  let delivered = 0
  let givenUp = 0
  let next = -1
  for await (const { at, notice } of notices) {
    next += 1
    if (place.position === undefined ? next < place.next : at < place.position) continue
    // The notice that was tried is no longer wanted.
    if (place.position !== undefined && at > place.position && delivered + givenUp === 0) tries = 0
    const isOver = performance.now() >= endsAtMs || delivered + givenUp >= webhookLimits.eventsPerCallMax
    const here = { next, position: at }
    if (signal.aborted || isOver) return { place: { ...here, tries, firstTryAtMs }, waitMs: 0, delivered, givenUp }
    const startedAtMs = webhooks.now()
    if (tries === 0) firstTryAtMs = startedAtMs
    const late = lateSignal(signal, webhookLimits.leavingMs)
    const body = JSON.stringify(notice)
    const sent = { url: webhook.url, headers: webhook.headers, eventId: notice.event_id, body, secrets }
    const { outcome } = await webhooks.sender.send(sent, late.signal).finally(() => late.clear())
    if (outcome.kind === 'gone') return { ...nothingLeft, delivered, givenUp }
    if (outcome.kind === 'delivered') delivered += 1
    else {
      tries += 1
      const ended = { outcome, terminal: notice.type === 'watch.run_completed', startedAtMs, endedAtMs: webhooks.now() }
      const pauseMs = pauseAfter({ tries, firstTryAtMs, givenUpBefore: 0 }, ended, webhooks)
      if (pauseMs !== null)
        return { place: { ...here, tries, firstTryAtMs }, waitMs: Math.max(1, pauseMs), delivered, givenUp }
      givenUp += 1
    }
    tries = 0
    progress({ next: next + 1, position: at + 1 })
  }
  return { ...nothingLeft, delivered, givenUp }
}
