/// <reference lib="dom" />
/** Loads images and fonts that are still missing after a page's `load` event. */
import type { Page } from 'puppeteer'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import type { AttemptClock } from '../time/attempt-clock.ts'
import { evaluateApart, whileItAnswers } from './evaluate.ts'

interface ScrollOptions {
  budgetMs: number
  heightMaxPx: number
}

/** Runs in the page: scrolls through it, waits for the images whose load has started, and scrolls back to the top. */
async function scrollThrough({ budgetMs, heightMaxPx }: ScrollOptions): Promise<void> {
  const endsAt = performance.now() + budgetMs
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page receives only this function
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
  const scroller: Element | null = document.scrollingElement ?? document.documentElement
  // Scripts may have removed the root element.
  if (scroller === null) return
  const goTo = (top: number): void => scroller.scrollTo({ top, left: 0, behavior: 'instant' })
  for (const image of document.querySelectorAll('img[loading="lazy"]')) image.setAttribute('loading', 'eager')
  const step = Math.max(200, window.innerHeight)
  const bottom = (): number => Math.min(scroller.scrollHeight, heightMaxPx)
  for (let top = step; top < bottom() && performance.now() < endsAt; top += step) {
    goTo(top)
    // Intersection observers report once a frame; scripts then set the source of an image.
    await pause(40)
  }
  goTo(0)
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page receives only this function
  const isLoading = (image: HTMLImageElement): boolean => !image.complete && image.getClientRects().length > 0
  while ([...document.images].some(isLoading) && performance.now() < endsAt) await pause(50)
}

/** Runs in the page: waits for its fonts. */
async function fontsReady(): Promise<void> {
  await document.fonts.ready
}

/**
 * Scrolls through a page so that lazy images load, for at most `lazyScrollMs`, and back to its top.
 * @throws AttemptEndedError when the attempt ends first.
 */
export async function loadLazyImages(page: Page, clock: AttemptClock): Promise<void> {
  const { lazyScrollMs: budgetMs, lazyScrollGraceMs: graceMs, screenshotMaxHeightPx: heightMaxPx } = renderLimits
  const scrolled = evaluateApart(page, scrollThrough, { budgetMs, heightMaxPx })
  await whileItAnswers(clock.step(scrolled, budgetMs + graceMs))
}

/**
 * Waits for fonts that are loading, for at most `fontsWaitMs`.
 * @throws AttemptEndedError when the attempt ends first.
 */
export async function awaitFonts(page: Page, clock: AttemptClock): Promise<void> {
  await whileItAnswers(clock.step(evaluateApart(page, fontsReady), renderLimits.fontsWaitMs))
}
