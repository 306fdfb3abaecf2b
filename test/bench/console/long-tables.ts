/** Long tables: the ledger of a job with ten thousand URLs, and the waterfall of a thousand calls. */
import type { Page } from 'playwright-core'
import { consoleBenchLimits, consoleMarks } from '@seine/tools/bench-limits.ts'
import { harEntry, harText, harUpload } from '../../console/capture-samples.ts'
import type { ConsoleFigure } from './console-figures.ts'
import type { ConsolePages } from './console-pages.ts'
import { scrollCost } from './scroll-cost.ts'

/** A text of the page, and when it was there, milliseconds since the page was asked for. */
interface Said {
  atMs: number
  text: string
}

/** Resolves when some text of the page matches. */
async function whenSaid(page: Page, pattern: string): Promise<Said> {
  const handle = await page.waitForFunction(
    (source) => {
      const said = new RegExp(source)
      const found = [...document.querySelectorAll('main .quiet, main [role=status], main .totals')]
      const text = found.map(({ textContent }) => textContent.trim()).find((each) => said.test(each))
      return text === undefined ? false : { atMs: performance.now(), text }
    },
    pattern,
    { polling: 'raf' },
  )
  return (await handle.jsonValue()) as Said
}

/** Types into a field, all at once. @returns how long it took until the page said what matches, milliseconds. */
async function filterMs(page: Page, label: string, text: string, pattern: string): Promise<number> {
  const field = page.getByLabel(label)
  const startedMs = await field.evaluate((input: HTMLInputElement, value) => {
    const now = performance.now()
    input.value = value
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    return now
  }, text)
  return (await whenSaid(page, pattern)).atMs - startedMs
}

const { frameCpuMs, rowsInDocument, ledgerReadyMs, filterMs: filterMark } = consoleMarks

/** Measures the ledger. @param jobId of a job with as many URLs as the limits say. */
export async function ledgerFigures(pages: ConsolePages, jobId: string): Promise<ConsoleFigure[]> {
  const { ledgerRows } = consoleBenchLimits
  const all = ledgerRows.toLocaleString('en')
  const shown = await pages.open(`jobs/${jobId}?tab=urls`)
  const { page } = shown
  try {
    await whenSaid(page, '^[1-9][0-9]*,000 URLs')
    const table = page.getByRole('table', { name: 'URLs' })
    // Usable: the last rows of the first part can be scrolled to.
    await table.locator('.window-rows').evaluate((element) => element.scrollTo(0, 32 * 980))
    await table.locator('[data-row][aria-rowindex="990"]').waitFor()
    const firstMs = await page.evaluate(() => performance.now())
    // While more rows are being read, a note follows the number.
    const { atMs: readyMs, text } = await whenSaid(page, '^[1-9][0-9,]* URLs$')
    if (text !== `${all} URLs`) throw new Error(`the ledger has ${text} instead of ${all}`)
    await table.locator('.window-rows').evaluate((element) => element.scrollTo(0, 0))
    const { frameMs, rows } = await scrollCost(shown, 'URLs')
    const foundMs = await filterMs(page, 'Find in URLs', 'many/4321', `^1 of ${all} URLs$`)
    return [
      { title: `ledger, first rows usable`, value: firstMs / 1_000, unit: 's', mark: readyMs / 1_000 },
      { title: `ledger, ${all} rows`, value: readyMs / 1_000, unit: 's', mark: ledgerReadyMs / 1_000 },
      { title: 'ledger, in the document', value: rows, unit: 'rows', mark: rowsInDocument },
      { title: 'ledger, scrolling, CPU a frame', value: frameMs, unit: 'ms', mark: frameCpuMs },
      { title: 'ledger, filter', value: foundMs, unit: 'ms', mark: filterMark },
    ]
  } finally {
    await shown.close()
  }
}

/** Measures the table of calls with a HAR file. */
export async function waterfallFigures(pages: ConsolePages): Promise<ConsoleFigure[]> {
  const count = consoleBenchLimits.calls
  const all = count.toLocaleString('en')
  const entries = Array.from({ length: count }, (_, at) =>
    harEntry({
      url: `https://example.com/items/${at}?page=${at % 7}`,
      type: ['document', 'fetch', 'xhr', 'script', 'image'][at % 5]!,
      status: at % 50 === 7 ? 404 : 200,
      at: at * 8,
      time: 40 + (at % 9) * 30,
    }),
  )
  const shown = await pages.open('captures')
  const { page } = shown
  try {
    await page.getByLabel('Open HAR').setInputFiles(harUpload(harText(entries)))
    await page.getByRole('table', { name: 'Calls' }).locator('[data-row]').first().waitFor()
    const { frameMs, rows } = await scrollCost(shown, 'Calls')
    const foundMs = await filterMs(page, 'Filter calls', 'items/432', `^1 of ${all}`)
    return [
      { title: `waterfall of ${all} calls, in the document`, value: rows, unit: 'rows', mark: rowsInDocument },
      { title: 'waterfall, scrolling, CPU a frame', value: frameMs, unit: 'ms', mark: frameCpuMs },
      { title: 'waterfall, filter', value: foundMs, unit: 'ms', mark: filterMark },
    ]
  } finally {
    await shown.close()
  }
}
