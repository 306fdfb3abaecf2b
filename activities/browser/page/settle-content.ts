/// <reference lib="dom" />
/**
 * Waits for pages that scripts fill: an application that has not shown its content yet gets time to do so, and one
 * that has just requested data from its site gets time to show them. A page without signs of either is not waited
 * for.
 */
import type { Page } from 'puppeteer'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import type { AttemptClock } from '../time/attempt-clock.ts'
import type { CallsWatch } from '../time/settle-calls.ts'
import { evaluateSteadily, whileItAnswers } from './evaluate.ts'
import type { TimerWatch } from './pending-timers.ts'

/** How far a page has come. */
export interface ContentProgress {
  /** Whether there are scripts that may still change it. */
  hasScripts: boolean
  /** Characters of text, up to a limit. */
  text: number
  elements: number
  /** Whether it shows signs of more content to come; `maybe` for signs that a finished page may show as well. */
  isUnfinished: 'no' | 'maybe' | 'yes'
  /** Whether none of its timers is to run soon; false when this is not known. */
  isWithoutTimers: boolean
}

/**
 * Runs in the page. Examines a limited number of elements.
 * @param timerEvent see `TimerWatch`; documents of frames, which have timers of their own, are not asked.
 */
function readProgress(elementsMax: number, fewCharacters: number, timerEvent: string | null): ContentProgress {
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
  /** The part of `text` outside of navigation, header and footer. */
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
  /** A loading mark has next to no text: images and whole pages may have such classes too. */
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
  const isWithoutTimers =
    timerEvent !== null &&
    document.querySelector('iframe, frame, object, embed') === null &&
    !document.dispatchEvent(new Event(timerEvent, { cancelable: true }))
  return { hasScripts: document.querySelector('script') !== null, text, elements, isUnfinished, isWithoutTimers }
}

/** What is known about the page and its calls at one moment. Durations in milliseconds. */
export interface Moment {
  progress: ContentProgress
  /** Since the wait started. */
  elapsedMs: number
  /** Since the content last changed; null when it has not changed. */
  changedAgoMs: number | null
  /** Since a call to the page's own site last ended; null before the first. */
  calledAgoMs: number | null
  /** Whether such a call, or the load of a script, is under way. */
  isCalling: boolean
  /** Since a document or a call to any site was last under way; 0 while one is, null before the first. */
  busyAgoMs: number | null
  /** Whether a stream is open, which can change the page without a call. */
  isStreaming: boolean
  /** How often all calls have ended since the content last changed, or since the wait started. */
  idleRounds: number
}

/** Whether to go on waiting for more content. Pure. */
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
  const { settleMs, settleShownMs, idlePollerRequests } = renderLimits
  const { growthMs, growthSlowCallMs, growthMaybeMs, growthPollMs, growthStreamQuietMs } = renderLimits
  const { isUnfinished } = progress
  // Nothing is left that could change it by itself, so what it has been given is shown within a few frames.
  const isStill = isUnfinished === 'no' && progress.isWithoutTimers && !isStreaming
  const upTo = (ms: number): number => (isStill ? Math.min(ms, renderLimits.settleStillMs) : ms)
  const settleQuietMs = upTo(renderLimits.settleQuietMs)
  const growthQuietMs = upTo(renderLimits.growthQuietMs)
  const growthAfterCallMs = upTo(renderLimits.growthAfterCallMs)
  // A page that requests data again and again without showing any.
  const isPolling = idleRounds >= idlePollerRequests && (changedAgoMs ?? elapsedMs) >= growthAfterCallMs
  if (isPolling && isUnfinished === 'no') return false
  const hasChanged = changedAgoMs !== null
  // The end of a call may be reported a moment after the page has shown its answer.
  const isShown = hasChanged && calledAgoMs !== null && changedAgoMs < calledAgoMs + growthPollMs
  // After one answer, a page may make another call after a pause.
  const quietMs = isShown && isUnfinished === 'no' ? upTo(settleShownMs) : settleQuietMs
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

/**
 * Reads how far the page has come.
 * @throws the errors of `evaluateSteadily`.
 */
async function progressOf(page: Page, clock: AttemptClock, timers: TimerWatch | null): Promise<ContentProgress> {
  const { contentTimeoutMs: capMs, growthElementsMax, fewCharacters } = renderLimits
  const timerEvent = timers?.event ?? null
  return await evaluateSteadily(page, clock, capMs, readProgress, growthElementsMax, fewCharacters, timerEvent)
}

/** Reads the progress of each document as soon as it is parsed, before most calls of its scripts have ended. */
export class OpeningWatch {
  readonly #page: Page
  readonly #onParsed: () => void
  #newest: ContentProgress | null = null

  constructor(page: Page, clock: AttemptClock) {
    this.#page = page
    this.#onParsed = () => {
      this.#newest = null
      // A page that does not answer is read again when its content is waited for.
      progressOf(page, clock, null).then(
        (progress) => (this.#newest = progress),
        () => null,
      )
    }
    page.on('domcontentloaded', this.#onParsed)
  }

  /**
   * Ends the watch.
   * @returns the first progress of the newest document; null when it is not known.
   */
  stop(): ContentProgress | null {
    this.#page.off('domcontentloaded', this.#onParsed)
    return this.#newest
  }
}

/** What shows whether a page is finished. */
export interface PageSigns {
  calls: CallsWatch
  /** Null: its timers are not watched. */
  timers: TimerWatch | null
  /** Progress of the document when it was parsed, if a comparison shows what calls added since; otherwise null. */
  opening: ContentProgress | null
}

async function awaitGrowth(page: Page, { calls, timers, opening }: PageSigns, clock: AttemptClock): Promise<void> {
  const beganMs = performance.now()
  let progress = await progressOf(page, clock, timers)
  // This much additional text must come from calls.
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
    progress = await progressOf(page, clock, timers)
    if (progress.text === last.text && progress.elements === last.elements) continue
    changedMs = performance.now()
    roundsBefore = null
  }
}

/**
 * Waits for the calls of a page, at most `settleMs`, and then while it shows signs of more content: `growthMs` at
 * most, longer only for a call that is under way.
 * @throws AttemptEndedError when the attempt ends first.
 */
export async function settleContent(page: Page, signs: PageSigns, clock: AttemptClock): Promise<void> {
  const answered = await whileItAnswers(awaitGrowth(page, signs, clock).then(() => true))
  if (answered === null) await signs.calls.settle(renderLimits, clock)
}
