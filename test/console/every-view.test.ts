/**
 * Every view in both themes, narrow and wide: nothing for axe to find, nothing that scrolls sideways, no violation of
 * the content policy, no request to another origin. `SEINE_DEV_CONSOLE_PICTURES` names a folder for pictures of them.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { assertAccessible } from './axe.ts'
import { assertFits, consoleBrowser } from './console-lab.ts'
import { answerViews, foreignComplaints, frameAndJobViews } from './shown-views.ts'

const folder = process.env['SEINE_DEV_CONSOLE_PICTURES'] ?? ''

describe('every view of the console is accessible, fits and stays within its policy', () => {
  const open = consoleBrowser()
  for (const width of [360, 1280]) {
    for (const [name, { view, ready, key }] of Object.entries(frameAndJobViews)) {
      it(`${name}, ${width} pixels, light and dark`, async (t) => {
        const lab = await open(t, { width, ...(key === null ? { key } : {}) })
        await answerViews(lab)
        await lab.open(view)
        await ready(lab.page)
        // The theme changes under an open page, as with the setting of the system: loading it again takes longest.
        const grounds = new Set<string>()
        for (const scheme of ['light', 'dark'] as const) {
          await lab.page.emulateMedia({ colorScheme: scheme })
          grounds.add(await lab.page.evaluate(() => getComputedStyle(document.body).backgroundColor))
          if (folder !== '') await lab.page.screenshot({ path: join(folder, `${name}-${scheme}-${width}.png`) })
          await assertFits(lab.page)
          await assertAccessible(lab.page)
        }
        assert.equal(grounds.size, 2, 'both themes have been shown')
        assert.deepEqual(foreignComplaints(lab), [])
      })
    }
  }
})
