/** What scrolling a long table costs the main thread of its page. */
import { consoleBenchLimits } from '@seine/tools/bench-limits.ts'
import type { ConsolePage } from './console-pages.ts'

/** CPU of the main thread of a page so far, milliseconds. */
async function mainThreadMs({ session }: ConsolePage): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const secs = metrics.find(({ name }) => name === 'ThreadTime')?.value
  if (secs === undefined) throw new Error('this Chromium does not tell the CPU of its main thread')
  return secs * 1_000
}

/**
 * Scrolls down, a step a frame, after it has gone back to the top.
 * @returns the number of frames, and the most rows that were in the document.
 */
async function sweep({ page }: ConsolePage, label: string, countsRows: boolean) {
  const { sweepFrames, sweepStepPixels } = consoleBenchLimits
  return await page.evaluate(
    async ([name, most, step, counts]) => {
      const table = document.querySelector(`[role=table][aria-label="${name}"]`)
      const scroller = table?.querySelector('.window-rows')
      if (!table || !scroller) throw new Error(`there is no long table ${name}`)
      const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
      let rows = table.querySelectorAll('[data-row]').length
      let frames = 0
      for (; frames < most; frames += 1) {
        const before = scroller.scrollTop
        scroller.scrollTop = before + step
        if (frames > 0 && scroller.scrollTop === before) break
        await frame()
        if (counts) rows = Math.max(rows, table.querySelectorAll('[data-row]').length)
      }
      return { frames, rows }
    },
    [label, sweepFrames, sweepStepPixels, countsRows] as const,
  )
}

async function toTop({ page }: ConsolePage, label: string): Promise<void> {
  const scroller = page.locator(`[role=table][aria-label="${label}"] .window-rows`)
  await scroller.evaluate(async (element) => {
    element.scrollTop = 0
    for (let frames = 0; frames < 10; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  })
}

/**
 * Scrolls a table.
 * @param label its name.
 * @returns the CPU of the main thread a frame in the worst of several sweeps, milliseconds; and the most rows that were
 *   in the document.
 */
export async function scrollCost(shown: ConsolePage, label: string): Promise<{ frameMs: number; rows: number }> {
  await shown.session.send('Performance.enable')
  const { rows } = await sweep(shown, label, true)
  const costs: number[] = []
  for (let turn = 0; turn < consoleBenchLimits.sweeps; turn += 1) {
    await toTop(shown, label)
    const before = await mainThreadMs(shown)
    const { frames } = await sweep(shown, label, false)
    costs.push(((await mainThreadMs(shown)) - before) / frames)
  }
  return { frameMs: Math.max(...costs), rows }
}
