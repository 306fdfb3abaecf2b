/**
 * Every view at a zoom of 200 % in a window of 1280 pixels (WCAG 2.2, 1.4.4 and 1.4.10): nothing scrolls sideways, every
 * control can be reached and is not covered, and axe finds nothing.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './axe.ts'
import { assertFits, consoleBrowser } from './console-lab.ts'
import { allViews, answerViews, foreignComplaints } from './shown-views.ts'

/** Returns the controls that cannot be brought into sight as a whole, or under which something else is hit. */
async function unreachable(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    )
    const seen = [...controls].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches('.skip, .offscreen'),
    )
    return seen.flatMap((element) => {
      element.scrollIntoView({ block: 'center', inline: 'nearest' })
      const box = element.getBoundingClientRect()
      const name = element.outerHTML.slice(0, 120)
      if (box.width === 0 || box.height === 0) return [`${name} has no size`]
      if (box.left < -1 || box.right > innerWidth + 1) return [`${name} from ${box.left} to ${box.right}`]
      const [rect = box] = element.getClientRects()
      const top = Math.max(0, rect.top)
      const bottom = Math.min(innerHeight, rect.bottom)
      const hit = document.elementFromPoint(rect.left + rect.width / 2, (top + bottom) / 2)
      const own = hit !== null && (element.contains(hit) || hit.contains(element) || hit.closest('label') !== null)
      return own ? [] : [`${name} is covered by ${hit?.outerHTML.slice(0, 120) ?? 'nothing'}`]
    })
  })
}

const folder = process.env['SEINE_DEV_CONSOLE_PICTURES'] ?? ''

describe('every view of the console at a zoom of 200 %', () => {
  const open = consoleBrowser()
  for (const [name, { view, ready, key }] of Object.entries(allViews)) {
    it(name, async (t) => {
      const lab = await open(t, { width: 640, height: 450, scale: 2, ...(key === null ? { key } : {}) })
      await answerViews(lab)
      await lab.open(view)
      await ready(lab.page)
      if (folder !== '') await lab.page.screenshot({ path: join(folder, `${name}-zoom.png`), fullPage: true })
      await assertFits(lab.page)
      await assertAccessible(lab.page)
      assert.deepEqual(await unreachable(lab.page), [])
      await assertFits(lab.page)
      assert.deepEqual(foreignComplaints(lab), [])
    })
  }

  it('finds a control that is cut off, and one that is covered', async (t) => {
    const lab = await open(t, { width: 640, height: 450, scale: 2 })
    await answerViews(lab)
    await lab.open('service')
    await allViews['service']!.ready(lab.page)
    await lab.page.evaluate(() => {
      const [, cut] = document.querySelectorAll<HTMLElement>('.tools button')
      const cover = document.body.appendChild(document.createElement('div'))
      Object.assign(cover.style, { position: 'absolute', inset: '0 0 auto', height: '120px' })
      Object.assign(cut!.style, { position: 'fixed', left: '600px', width: '200px' })
    })
    const found = (await unreachable(lab.page)).join('\n')
    assert.match(found, /Keyboard.* is covered by <div/)
    assert.match(found, /Sign out.* from 600 to 800/)
  })
})
