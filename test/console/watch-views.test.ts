/** The views of watches: the list, one watch, its runs, changes and differences, in both themes and widths. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertAccessible } from './axe.ts'
import { assertFits, consoleBrowser } from './console-lab.ts'
import { answerWatch } from './watch-answers.ts'
import { runId, watchId } from './watch-samples.ts'
import { untilTitled } from './settled.ts'

describe('the views of watches', () => {
  const lab = consoleBrowser()

  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [360, 1280]) {
      it(`show list, watch, form and run ${width} pixels wide, ${scheme}`, async (t) => {
        const opened = await lab(t, { width, scheme })
        const { page, open, complaints } = opened
        answerWatch(opened)
        const check = async (): Promise<void> => {
          await assertFits(page)
          await assertAccessible(page)
        }
        await open('watches')
        const list = page.getByRole('table', { name: 'Watches' })
        await list.getByRole('link', { name: 'Guide' }).waitFor()
        await check()
        await list.getByRole('link', { name: 'Prices' }).click()
        await page.getByRole('heading', { level: 1, name: 'Prices' }).waitFor()
        await page.getByRole('table', { name: 'Calendar' }).getByRole('link').first().waitFor()
        await untilTitled(page, 'Prices · Seine')
        await check()
        await page.getByRole('link', { name: 'Edit' }).click()
        await page.getByRole('form', { name: 'Watch' }).waitFor()
        await page.getByText('More fields').click()
        await check()
        await open(`watches/${watchId}/runs/${runId}`)
        const difference = page.getByRole('region', { name: 'Difference' })
        await difference.getByRole('deletion').first().waitFor()
        await check()
        await difference.getByRole('button', { name: 'Side by side' }).click()
        await check()
        await page.getByRole('table', { name: 'Changes' }).getByRole('button', { name: 'A new pier' }).click()
        await difference.getByText('Built of oak.').waitFor()
        await check()
        assert.deepEqual(complaints, [])
      })
    }
  }
})
