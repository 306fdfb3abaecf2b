/** The view of captures: HAR files in and out, the table of calls, one call, the waterfall. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertAccessible } from './axe.ts'
import { harUpload, harText, variedEntries } from './capture-samples.ts'
import { assertFits, consoleBrowser } from './console-lab.ts'

describe('the view of captures', () => {
  const lab = consoleBrowser()

  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [360, 1280]) {
      it(`shows the calls of a HAR file ${width} pixels wide, ${scheme}`, async (t) => {
        const { page, open, complaints } = await lab(t, { width, scheme })
        await open('captures')
        await page.getByText('No capture yet.').waitFor()
        await assertFits(page)
        await assertAccessible(page)
        await page.getByLabel('Open HAR').setInputFiles(harUpload(harText(variedEntries())))
        const table = page.getByRole('table', { name: 'Calls' })
        await table.getByRole('button', { name: /prices/ }).click()
        const region = page.getByRole('region', { name: 'Call' })
        await region.getByRole('tab', { name: 'Response' }).click()
        await region.getByText('"berth"').waitFor()
        await assertFits(page)
        await assertAccessible(page)
        assert.deepEqual(complaints, [])
      })
    }
  }
})
