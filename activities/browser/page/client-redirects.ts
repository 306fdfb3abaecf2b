/// <reference lib="dom" />
/** Follows redirects by the document itself: meta refresh, `location.replace`, submitted forms. */
import type { Page } from 'puppeteer'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import { StepTimeoutError, type AttemptClock } from '../time/attempt-clock.ts'
import type { TrafficView } from '../recorder/contract.ts'
import { evaluateSteadily, whileItAnswers } from './evaluate.ts'
import { refreshDelayMs } from './refresh-delay.ts'
import { trafficUntil } from './traffic-until.ts'

const { contentTimeoutMs, metaRefreshMaxCharacters } = renderLimits

/** Signs in a document that it will navigate elsewhere. */
interface Intentions {
  url: string
  /** Content of `<meta http-equiv="refresh">`. */
  refresh: string | null
  /** Whether it shows next to no text and has scripts that may navigate elsewhere. */
  mayLeave: boolean
}

/** Runs in the page. */
function readIntentions(charactersMax: number): Intentions {
  const content = document.querySelector('meta[http-equiv="refresh" i]')?.getAttribute('content')
  const refresh = content?.slice(0, charactersMax) ?? null
  const scripts = [...document.querySelectorAll('script')]
  const goesElsewhere = scripts.some(({ src, text }) => src === '' && /\blocation\b|\bsubmit\s*\(/.test(text))
  let shown = 0
  const texts = document.createTreeWalker(document.querySelector('body') ?? document, NodeFilter.SHOW_TEXT)
  while (shown < 200 && texts.nextNode() !== null) {
    const text = texts.currentNode
    if (/^(?:script|style|noscript|template)$/i.test(text.parentElement?.localName ?? '')) continue
    shown += (text.nodeValue ?? '').trim().length
  }
  const mayLeave = (goesElsewhere && shown < 200) || (scripts.length > 0 && shown === 0)
  return { url: location.href, refresh, mayLeave }
}

const intentionsOf = async (page: Page, clock: AttemptClock): Promise<Intentions> =>
  await evaluateSteadily(page, clock, contentTimeoutMs, readIntentions, metaRefreshMaxCharacters)

/** Returns how long to wait for a refresh, milliseconds; null if none exists, or it is too late or no redirect. */
function refreshMs(seen: Intentions, traffic: TrafficView): number | null {
  const header = traffic.mainDocument()?.headers['refresh']
  const refresh = seen.refresh ?? (typeof header === 'string' ? header : null)
  const delayMs = refresh === null ? null : refreshDelayMs(refresh, seen.url)
  return delayMs !== null && delayMs <= renderLimits.metaRefreshMaxMs ? delayMs + renderLimits.clientRedirectMs : null
}

/**
 * Watches whether a document navigates elsewhere, until it shows text and so is here to stay.
 * @returns whether it navigated.
 */
async function leaves(page: Page, traffic: TrafficView, clock: AttemptClock, left: () => boolean): Promise<boolean> {
  const endsAtMs = performance.now() + renderLimits.clientRedirectMs
  let seen = await intentionsOf(page, clock)
  const refreshInMs = refreshMs(seen, traffic)
  if (refreshInMs !== null) return await trafficUntil(traffic, clock, refreshInMs, left)
  while (seen.mayLeave && performance.now() < endsAtMs) {
    if (await trafficUntil(traffic, clock, renderLimits.growthPollMs, left)) return true
    seen = await intentionsOf(page, clock)
  }
  return left()
}

/** Waits for an event of a document's load, for at most `loadCapMs`; a timeout is no error. */
async function softly(happened: Promise<unknown>, clock: AttemptClock): Promise<void> {
  try {
    await clock.step(happened, renderLimits.loadCapMs)
  } catch (error) {
    if (!(error instanceof StepTimeoutError)) throw error
  }
}

/** Promises for the next document of a page: when it is parsed, and when it is loaded after that. */
function nextDocument(page: Page): { parsed: Promise<void>; loaded: Promise<void>; off: () => void } {
  const parsed = Promise.withResolvers<void>()
  const loaded = Promise.withResolvers<void>()
  let isParsed = false
  const onParsed = (): void => {
    isParsed = true
    parsed.resolve()
  }
  const onLoaded = (): void => {
    if (isParsed) loaded.resolve()
  }
  page.on('domcontentloaded', onParsed)
  page.on('load', onLoaded)
  const off = (): void => {
    page.off('domcontentloaded', onParsed)
    page.off('load', onLoaded)
  }
  return { parsed: parsed.promise, loaded: loaded.promise, off }
}

/**
 * Waits for the document of a navigation that has started; one that ends without a document leaves the page
 * unchanged.
 */
async function arrive(next: ReturnType<typeof nextDocument>, traffic: TrafficView, clock: AttemptClock): Promise<void> {
  const to = traffic.mainDocument()?.request.key
  const overtaken = (): boolean => traffic.mainDocument()?.request.key !== to
  const cameToNothing = (): boolean => {
    const document = traffic.mainDocument()
    const state = document?.request.state
    return state === 'failed' || state === 'canceled' || document?.status === 204 || document?.status === 205
  }
  const nothing = trafficUntil(traffic, clock, renderLimits.loadCapMs, () => overtaken() || cameToNothing())
  nothing.catch(() => {})
  await softly(Promise.race([next.parsed, nothing]), clock)
  await softly(Promise.race([next.loaded, nothing]), clock)
}

/**
 * Follows one navigation of the document, if it makes one.
 * @returns whether it made one.
 */
async function followOne(page: Page, traffic: TrafficView, clock: AttemptClock): Promise<boolean> {
  const next = nextDocument(page)
  try {
    const from = traffic.mainDocument()
    const underWay = from !== null && from.status === null && from.request.state === 'pending'
    const left = (): boolean => traffic.mainDocument()?.request.key !== from?.request.key
    if (!underWay) {
      if (!(await leaves(page, traffic, clock, left))) return false
    }
    await arrive(next, traffic, clock)
    return true
  } finally {
    next.off()
  }
}

async function followAll(page: Page, traffic: TrafficView, clock: AttemptClock): Promise<void> {
  for (let turn = 0; turn < renderLimits.clientRedirectsMax; turn++) {
    if (!(await followOne(page, traffic, clock))) return
  }
}

/**
 * Follows the navigations that a document makes by itself, at most `clientRedirectsMax` of them: a meta refresh of
 * up to `metaRefreshMaxMs`, and navigations by script that are under way or start within `clientRedirectMs` on a
 * document that shows next to no text.
 * @throws AttemptEndedError when the attempt ends first.
 */
export async function settleClientRedirects(page: Page, traffic: TrafficView, clock: AttemptClock): Promise<void> {
  await whileItAnswers(followAll(page, traffic, clock))
}
