/// <reference lib="dom" />
/**
 * The wait for pages that scripts fill: an application that has not shown its content yet is given time
 * to do so, and one that has just asked its site for data is given time to show them. A page that shows
 * no sign of either is not waited for.
 */
import type { Page } from 'puppeteer'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import { StepTimeoutError, type AttemptClock } from '../time/attempt-clock.ts'
import type { CallsWatch } from '../time/settle-calls.ts'
import { evaluateSteadily, isTeardown } from './evaluate.ts'

/** What a page shows of being done. */
export interface ContentProgress {
  /** Whether there is anything that may still change it. */
  hasScripts: boolean
  /** Characters of text, up to a bound. */
  text: number
  elements: number
  /** Whether it shows that there is more to come; `maybe` for what may stand on a finished page as well. */
  isUnfinished: 'no' | 'maybe' | 'yes'
}

/** Runs in the page. Looks at a bounded number of elements. */
function readProgress(elementsMax: number, fewCharacters: number): ContentProgress {
  const silent = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD', 'TITLE'])
  const pictures = 'img, svg, canvas, video, iframe, object, embed, input, picture'
  const mounts =
    '#root, #app, #__next, #__nuxt, #___gatsby, #svelte, app-root, [data-reactroot], [ng-app], [ng-view], [ui-view], main, [role="main"]'
  const waits =
    '[aria-busy="true"], [role="progressbar"], [class*="spinner" i], [class*="skeleton" i], [class*="loader" i], [class*="loading" i]'
  const lists = 'ul, ol, dl, tbody, table, section, article, div[id], div[class]'
  const frame = 'nav, header, footer, [role="navigation"], [role="banner"], [role="contentinfo"]'
  const marksMax = 100
  let text = 0
  /** Of it what stands outside the frame of the page. */
  let content = 0
  let elements = 0
  let words = ''
  let hasPicture = false
  const look = (within: Document | ShadowRoot): void => {
    for (const element of within.querySelectorAll('*')) {
      elements += 1
      if (elements > elementsMax) return
      if (element.shadowRoot !== null) look(element.shadowRoot)
      if (silent.has(element.tagName)) continue
      let own = 0
      for (const node of element.childNodes) {
        if (node.nodeType === Node.TEXT_NODE) own += (node.nodeValue ?? '').trim().length
      }
      text += own
      if (own > 0 && content < fewCharacters && element.closest(frame) === null) {
        content += own
        if (words.length < fewCharacters) words += ` ${(element.textContent ?? '').slice(0, fewCharacters)}`
      }
      hasPicture ||= element.matches(pictures)
    }
  }
  look(document)
  /** A mark has next to no text: classes of pictures and of whole pages may be called so, too. */
  const isMark = (element: Element): boolean =>
    element.tagName !== 'IMG' &&
    (element.textContent ?? '').trim().length < marksMax &&
    element.getClientRects().length > 0
  const isEmpty = (element: Element): boolean =>
    element.shadowRoot === null &&
    (element.textContent ?? '').trim() === '' &&
    element.querySelector(`${pictures}, [shadowrootmode]`) === null &&
    ![...element.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot !== null)
  const isFew = content < fewCharacters
  const saysSo =
    isFew &&
    /\b(?:loading|please wait|one moment|chargement|veuillez patienter|cargando|espere|carregando|aguarde|caricamento|attendere|laden|wird geladen|bitte warten|memuat)\b|lädt|загрузка|подождите|ładowanie|proszę czekać|yükleniyor|đang tải|加载|載入|请稍候|読み込み|ロード中|로딩|불러오는 중|جار|تحميل/iu.test(
      words,
    )
  const isEmptyApp = [...document.querySelectorAll(mounts)].some(isEmpty)
  const isMarked = [...document.querySelectorAll(waits)].some(isMark)
  const isSure = (text === 0 && !hasPicture) || saysSo || isEmptyApp || (isFew && isMarked)
  const isUnfinished = isSure
    ? ('yes' as const)
    : isMarked || (isFew && [...document.querySelectorAll(lists)].some(isEmpty))
      ? ('maybe' as const)
      : ('no' as const)
  return { hasScripts: document.querySelector('script') !== null, text, elements, isUnfinished }
}

/** What is known of the page and its calls at one moment. Durations in milliseconds. */
export interface Moment {
  progress: ContentProgress
  /** Since the wait began. */
  elapsedMs: number
  /** Since the content changed last; null when it has not. */
  changedAgoMs: number | null
  /** Since a call to the page's own site ended; null when there was none. */
  calledAgoMs: number | null
  /** Whether such a call, or a script, is under way. */
  isCalling: boolean
  /** Since a document or a call to whatever site was under way; 0 while one is, null when there was none. */
  busyAgoMs: number | null
  /** Whether a stream is open, which changes the page without a call. */
  isStreaming: boolean
  /** How often all calls have ended since the content changed last, or the wait began. */
  idleRounds: number
}

/** Whether more of the page is to be waited for. Pure. */
export function mayGrow({
  progress,
  elapsedMs,
  changedAgoMs,
  calledAgoMs,
  isCalling,
  busyAgoMs,
  isStreaming,
  idleRounds,
}: Moment): boolean {
  const { settleMs, settleQuietMs, settleShownMs, idlePollerRequests } = renderLimits
  const {
    growthMs,
    growthSlowCallMs,
    growthMaybeMs,
    growthQuietMs,
    growthAfterCallMs,
    growthPollMs,
    growthStreamQuietMs,
  } = renderLimits
  const { isUnfinished } = progress
  // A page that asks again and again, and shows nothing of it.
  const isPolling = idleRounds >= idlePollerRequests && (changedAgoMs ?? elapsedMs) >= growthAfterCallMs
  if (isPolling && isUnfinished === 'no') return false
  const hasChanged = changedAgoMs !== null
  // Of a call whose end is told a moment after the page has had its answer as well.
  const isShown = hasChanged && calledAgoMs !== null && changedAgoMs < calledAgoMs + growthPollMs
  // What a page makes of one answer may be another call after a pause.
  const quietMs = isShown && isUnfinished === 'no' ? settleShownMs : settleQuietMs
  if (busyAgoMs !== null && busyAgoMs < quietMs && elapsedMs < settleMs) return true
  if (!progress.hasScripts) return false
  const stillMs = Math.max(Math.min(elapsedMs, busyAgoMs ?? elapsedMs), elapsedMs - settleMs)
  if (isUnfinished === 'yes' && (isCalling ? elapsedMs < settleMs + growthSlowCallMs : stillMs < growthMs)) return true
  if (isUnfinished === 'maybe' && stillMs < growthMaybeMs) return true
  if (stillMs >= growthMs) return false
  if (isCalling && (hasChanged || elapsedMs < growthMs)) return true
  if (hasChanged && changedAgoMs < (isStreaming ? growthStreamQuietMs : growthQuietMs)) return true
  return calledAgoMs !== null && !isShown && calledAgoMs < growthAfterCallMs
}

/** Reads how far the page is. @throws as `evaluateSteadily` does. */
async function progressOf(page: Page, clock: AttemptClock): Promise<ContentProgress> {
  const { contentTimeoutMs, growthElementsMax, fewCharacters } = renderLimits
  return await evaluateSteadily(page, clock, contentTimeoutMs, readProgress, growthElementsMax, fewCharacters)
}

/** Does without an answer of a page that computes for so long, or never stands still: it is taken as it is. */
async function whileItAnswers<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StepTimeoutError || isTeardown(error)) return null
    throw error
  }
}

/** Reads what each document of a page shows as soon as it is parsed: before most calls of its scripts have ended. */
export class OpeningWatch {
  readonly #page: Page
  readonly #onParsed: () => void
  #newest: ContentProgress | null = null

  constructor(page: Page, clock: AttemptClock) {
    this.#page = page
    this.#onParsed = () => {
      this.#newest = null
      // A page that does not answer has its next chance when it is waited for.
      progressOf(page, clock).then(
        (progress) => (this.#newest = progress),
        () => null,
      )
    }
    page.on('domcontentloaded', this.#onParsed)
  }

  /** Ends the watch. @returns what the newest document showed at first; null when that is not known. */
  stop(): ContentProgress | null {
    this.#page.off('domcontentloaded', this.#onParsed)
    return this.#newest
  }
}

async function awaitGrowth(
  page: Page,
  calls: CallsWatch,
  clock: AttemptClock,
  opening: ContentProgress | null,
): Promise<void> {
  const beganMs = performance.now()
  let progress = await progressOf(page, clock)
  // So much more text is what the calls have brought.
  const hasGrown = opening !== null && progress.text - opening.text >= renderLimits.growthCharacters
  let changedMs: number | null = hasGrown ? beganMs : null
  let roundsBefore: number | null = null
  for (;;) {
    const nowMs = performance.now()
    const { isOwnCalling, ownEndedAgoMs, busyAgoMs, isStreaming, rounds } = calls.look()
    roundsBefore ??= rounds
    const moment: Moment = {
      progress,
      elapsedMs: nowMs - beganMs,
      changedAgoMs: changedMs === null ? null : nowMs - changedMs,
      calledAgoMs: ownEndedAgoMs,
      isCalling: isOwnCalling,
      busyAgoMs,
      isStreaming,
      idleRounds: rounds - roundsBefore,
    }
    if (!mayGrow(moment)) return
    await clock.sleep(renderLimits.growthPollMs)
    const last = progress
    progress = await progressOf(page, clock)
    if (progress.text === last.text && progress.elements === last.elements) continue
    changedMs = performance.now()
    roundsBefore = null
  }
}

/**
 * Waits for the calls of a page, at most `settleMs`, and then while it shows that there is more to come:
 * `growthMs` at most, longer only for a call that is under way.
 * @param opening what the document showed when it was parsed, if that says what calls have brought since.
 * @throws AttemptEndedError when the attempt ends first.
 */
export async function settleContent(
  page: Page,
  calls: CallsWatch,
  clock: AttemptClock,
  opening: ContentProgress | null,
): Promise<void> {
  const answered = await whileItAnswers(awaitGrowth(page, calls, clock, opening).then(() => true))
  if (answered === null) await calls.settle(renderLimits, clock)
}
