/** The first view with an empty cache: what comes over the network, and when something is seen. */
import type { CDPSession } from 'playwright-core'
import { consoleBenchLimits, consoleMarks } from '@seine/tools/bench-limits.ts'
import { median, type ConsoleFigure } from './console-figures.ts'
import type { ConsolePages } from './console-pages.ts'

interface FirstView {
  answers: number
  /** As they came over the network, with their headers. */
  bytes: number
  paintMs: number
}

async function openFirst(pages: ConsolePages): Promise<FirstView> {
  const seen = { answers: 0, bytes: 0 }
  const count = async (session: CDPSession): Promise<void> => {
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      seen.answers += 1
      seen.bytes += encodedDataLength
    })
    await session.send('Network.enable')
  }
  const { page, close } = await pages.open('jobs', count)
  try {
    await page.getByRole('table', { name: 'Jobs' }).getByRole('row').nth(1).waitFor()
    await page.waitForLoadState('networkidle')
    const paintMs = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    )
    return { ...seen, paintMs }
  } finally {
    await close()
  }
}

/** Opens the list of jobs several times. The first time, the gateway still packs the files. */
export async function firstViewFigures(pages: ConsolePages): Promise<ConsoleFigure[]> {
  const first = await openFirst(pages)
  const later: FirstView[] = []
  for (let turn = 1; turn < consoleBenchLimits.firstViews; turn += 1) later.push(await openFirst(pages))
  const worst = (of: (view: FirstView) => number): number => Math.max(...[first, ...later].map(of))
  const { firstViewBytes, firstPaintMs } = consoleMarks
  return [
    { title: 'first view, compressed', value: worst(({ bytes }) => bytes), unit: 'bytes', mark: firstViewBytes },
    { title: 'first view, answers', value: worst(({ answers }) => answers), unit: 'answers', mark: null },
    { title: 'first paint, first of all', value: first.paintMs, unit: 'ms', mark: firstPaintMs },
    { title: 'first paint', value: median(later.map(({ paintMs }) => paintMs)), unit: 'ms', mark: firstPaintMs },
  ]
}
