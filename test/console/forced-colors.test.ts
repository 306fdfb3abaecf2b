/**
 * Every view with the reader's own colours (CSS Color Adjustment, "Forced Color Palettes"): backgrounds and shadows are
 * gone, so controls need edges, and each state something that is still seen.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { ElementHandle, Page } from 'playwright-core'
import { assertAccessible } from './axe.ts'
import { assertFits, consoleBrowser, type ConsoleLab } from './console-lab.ts'
import { allViews, answerViews, foreignComplaints } from './shown-views.ts'

/** Returns the controls without an edge on every side. */
async function edgeless(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'button:not([role=tab], .as-link, summary *), .button, input:not([type=checkbox], [type=radio], [type=file]), select, textarea, dialog',
    )
    const seen = [...controls].filter((element) => element.checkVisibility({ visibilityProperty: true }))
    return seen.flatMap((element) => {
      const style = getComputedStyle(element)
      const ground = getComputedStyle(document.body).backgroundColor
      const sides = ['top', 'right', 'bottom', 'left'].filter((side) => {
        const width = Number.parseFloat(style.getPropertyValue(`border-${side}-width`))
        const color = style.getPropertyValue(`border-${side}-color`)
        return width > 0 && style.getPropertyValue(`border-${side}-style`) !== 'none' && color !== ground
      })
      return sides.length === 4 ? [] : [element.outerHTML.slice(0, 120)]
    })
  })
}

/** A state of an element, and how it is taken away. */
interface StateOfElement {
  selector: string
  /** Changes the element to what it is without the state. */
  without: (element: HTMLElement | SVGElement) => void
}

const states: readonly StateOfElement[] = [
  { selector: '.masthead nav [aria-current]', without: (element) => element.removeAttribute('aria-current') },
  { selector: '.tab-links [aria-current]', without: (element) => element.removeAttribute('aria-current') },
  { selector: '.change-list [aria-current]', without: (element) => element.removeAttribute('aria-current') },
  { selector: '[role=tab][aria-selected=true]', without: (element) => element.setAttribute('aria-selected', 'false') },
  { selector: 'button[aria-pressed=true]', without: (element) => element.setAttribute('aria-pressed', 'false') },
  { selector: '[aria-invalid=true]', without: (element) => element.removeAttribute('aria-invalid') },
  { selector: 'button:disabled', without: (element) => element.removeAttribute('disabled') },
  { selector: '.window-row.marked', without: (element) => element.classList.remove('marked') },
  { selector: '.calendar .today', without: (element) => element.classList.remove('today') },
  { selector: '.bar-chart .failed', without: (element) => element.setAttribute('class', 'done') },
  { selector: '.attempt-bar.bad', without: (element) => element.classList.replace('bad', 'good') },
  { selector: '.part.receive', without: (element) => element.classList.replace('receive', 'wait') },
  { selector: '.part.connect', without: (element) => element.classList.replace('connect', 'wait') },
  { selector: '.diff .removed .line', without: (element) => element.closest('.removed')?.classList.remove('removed') },
  { selector: '.diff .added .line', without: (element) => element.closest('.added')?.classList.remove('added') },
  { selector: '.diff mark', without: (element) => element.replaceWith(...element.childNodes) },
]

const schemes = ['light', 'dark'] as const

/** What is seen of an element and just around it, in either scheme. */
async function picturesOf(page: Page, box: { x: number; y: number; width: number; height: number }): Promise<Buffer[]> {
  const clip = { x: Math.max(0, box.x - 4), y: Math.max(0, box.y - 4), width: box.width + 8, height: box.height + 8 }
  const pictures: Buffer[] = []
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    pictures.push(await page.screenshot({ clip, animations: 'disabled', caret: 'hide' }))
  }
  return pictures
}

/** The largest element with a state: bars of a few pixels are all edge. */
async function largest(page: Page, selector: string): Promise<ElementHandle<HTMLElement> | null> {
  const found = await page.evaluateHandle((each) => {
    const area = (element: Element): number => {
      const { width, height } = element.getBoundingClientRect()
      return width * height
    }
    return [...document.querySelectorAll(each)].toSorted((a, b) => area(b) - area(a))[0] ?? null
  }, selector)
  return found.asElement() as ElementHandle<HTMLElement> | null
}

/** Whether an element with a state looks another way without it in both schemes; null if none exists in sight. */
async function isSeen(page: Page, { selector, without }: StateOfElement): Promise<boolean | null> {
  const element = await largest(page, selector)
  if (element === null || !(await element.isVisible())) return null
  await element.scrollIntoViewIfNeeded()
  const box = await element.boundingBox()
  if (box === null) return null
  const withState = await picturesOf(page, box)
  await element.evaluate(without)
  const withoutState = await picturesOf(page, box)
  return withState.every((picture, at) => !picture.equals(withoutState[at]!))
}

/** Makes states that the samples do not have. */
async function makeStates({ page }: ConsoleLab): Promise<void> {
  await page.evaluate(() => {
    const texts = '.form-field :is(input:not([type=checkbox], [type=radio]), textarea)'
    document.querySelector(texts)?.setAttribute('aria-invalid', 'true')
  })
}

const folder = process.env['SEINE_DEV_CONSOLE_PICTURES'] ?? ''

describe('every view of the console with forced colours', () => {
  const open = consoleBrowser()
  const met = new Set<string>()

  for (const [name, { view, ready, key }] of Object.entries(allViews)) {
    it(`${name}, light and dark`, async (t) => {
      const lab = await open(t, { forcedColors: true, ...(key === null ? { key } : {}) })
      const { page } = lab
      await answerViews(lab)
      await lab.open(view)
      await ready(page)
      const grounds = new Set<string>()
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme })
        grounds.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor))
        if (folder !== '') await page.screenshot({ path: join(folder, `${name}-forced-${colorScheme}.png`) })
        await assertFits(page)
        await assertAccessible(page)
        assert.deepEqual(await edgeless(page), [])
      }
      assert.equal(grounds.size, schemes.length, 'both themes have been shown')
      await makeStates(lab)
      for (const state of states) {
        const seen = await isSeen(page, state)
        if (seen !== null) met.add(state.selector)
        assert.notEqual(seen, false, `${state.selector} looks as without its state`)
      }
      assert.deepEqual(foreignComplaints(lab), [])
    })
  }

  it('each state is in some view', () => {
    assert.deepEqual(
      states.filter(({ selector }) => !met.has(selector)).map(({ selector }) => selector),
      [],
    )
  })

  it('the focus is seen on every control', async (t) => {
    const lab = await open(t, { forcedColors: true })
    const { page } = lab
    await answerViews(lab)
    await lab.open('new/crawl')
    await allViews['new-crawl']!.ready(page)
    for (let stops = 0; stops < 30; stops += 1) {
      await page.keyboard.press('Tab')
      const ring = await page.evaluate(() => {
        const { activeElement } = document
        if (activeElement === null || activeElement === document.body) return null
        const { outlineStyle, outlineWidth } = getComputedStyle(activeElement)
        return { name: activeElement.outerHTML.slice(0, 80), outlineStyle, outlineWidth }
      })
      if (ring === null) break
      assert.notEqual(ring.outlineStyle, 'none', ring.name)
      assert.ok(Number.parseFloat(ring.outlineWidth) >= 2, ring.name)
    }
  })
})
