/// <reference lib="dom" />
/** Pins elements that stay in place while a page scrolls and would cover the middle of a full-page screenshot. */
import type { Page } from 'puppeteer'
import type { AttemptClock } from '../time/attempt-clock.ts'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import { evaluateSteadily } from './evaluate.ts'

const mark = 'data-pinned-for-picture'

/**
 * Runs in the page, scrolled to its top. A fixed element in the upper half is placed absolutely where it is now, one
 * in the lower half is hidden, and a sticky one returns to the normal flow.
 */
function pin(attribute: string): void {
  const { innerHeight, innerWidth } = window
  const nail = (element: HTMLElement, { top, left, width, height }: DOMRect): void => {
    const coversAll = width >= innerWidth * 0.9 && height >= innerHeight * 0.9
    if (!coversAll && top + height / 2 > innerHeight / 2) {
      element.style.setProperty('visibility', 'hidden', 'important')
      return
    }
    const place = {
      position: 'absolute',
      top: `${top}px`,
      left: `${left}px`,
      width: `${width}px`,
      height: `${height}px`,
    }
    const rest = { right: 'auto', bottom: 'auto', margin: '0', 'box-sizing': 'border-box', transition: 'none' }
    for (const [name, value] of Object.entries({ ...place, ...rest }))
      element.style.setProperty(name, value, 'important')
    // An ancestor may be the containing block of absolute positions: correct for its offset.
    const now = element.getBoundingClientRect()
    element.style.setProperty('top', `${2 * top - now.top}px`, 'important')
    element.style.setProperty('left', `${2 * left - now.left}px`, 'important')
  }
  const fixed: [HTMLElement, DOMRect][] = []
  const sticky: HTMLElement[] = []
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const { position } = getComputedStyle(element)
    if (position === 'fixed') fixed.push([element, element.getBoundingClientRect()])
    else if (position === 'sticky') sticky.push(element)
  }
  for (const element of [...fixed.map(([each]) => each), ...sticky]) {
    element.setAttribute(attribute, element.getAttribute('style') ?? '')
  }
  for (const [element, rect] of fixed) if (rect.width > 0 && rect.height > 0) nail(element, rect)
  for (const element of sticky) {
    element.style.setProperty('position', 'relative', 'important')
    for (const side of ['top', 'right', 'bottom', 'left']) element.style.setProperty(side, 'auto', 'important')
  }
}

/** Runs in the page: restores the style of every pinned element. */
function unpin(attribute: string): void {
  for (const element of document.querySelectorAll(`[${attribute}]`)) {
    const style = element.getAttribute(attribute) ?? ''
    if (style === '') element.removeAttribute('style')
    else element.setAttribute('style', style)
    element.removeAttribute(attribute)
  }
}

const { pinTimeoutMs } = renderLimits

/**
 * Pins fixed and sticky elements for a full-page screenshot.
 * @param page a page that is scrolled to its top.
 * @returns a function that restores the elements.
 * @throws StepTimeoutError when the page does not answer; AttemptEndedError when the attempt ends.
 */
export async function pinElements(page: Page, clock: AttemptClock): Promise<() => Promise<void>> {
  await evaluateSteadily(page, clock, pinTimeoutMs, pin, mark)
  return async () => {
    await evaluateSteadily(page, clock, pinTimeoutMs, unpin, mark)
  }
}
