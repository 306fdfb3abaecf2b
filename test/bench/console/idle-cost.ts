/** What an open view costs the gateway while nothing happens. */
import { setTimeout as sleep } from 'node:timers/promises'
import { consoleBenchLimits, consoleMarks } from '@seine/tools/bench-limits.ts'
import { threadCpuMs } from '../processes/thread-cpu.ts'
import type { ConsoleFigure } from './console-figures.ts'
import type { ConsolePages } from './console-pages.ts'

/** A view that stays open. */
export interface IdleView {
  title: string
  /** Below `/console/`. */
  view: string
}

/** Watches a process. @returns its use of a core, percent. */
async function corePercent(pid: number, seconds: number, signal: AbortSignal): Promise<number> {
  const before = threadCpuMs(pid)
  const startedMs = performance.now()
  await sleep(seconds * 1_000, undefined, { signal })
  return (100 * (threadCpuMs(pid) - before)) / (performance.now() - startedMs)
}

/**
 * Watches the gateway without a page, then with each view alone, then without one again.
 * @param pid of the gateway.
 * @param note called with each measurement.
 */
export async function idleFigures(
  pages: ConsolePages,
  { views, pid, seconds, signal }: { views: readonly IdleView[]; pid: number; seconds: number; signal: AbortSignal },
  note: (text: string) => void,
): Promise<ConsoleFigure[]> {
  const watch = async (title: string, settleMs: number = consoleBenchLimits.settleMs): Promise<number> => {
    await sleep(settleMs, undefined, { signal })
    const percent = await corePercent(pid, seconds, signal)
    note(`  gateway, ${title}: ${percent.toFixed(3)} % of a core`)
    return percent
  }
  const measured: { title: string; percent: number }[] = []
  const firstAlone = await watch('no page')
  for (const { title, view } of views) {
    const { page, close } = await pages.open(view)
    await page.locator('h1').waitFor()
    await page.waitForLoadState('networkidle')
    measured.push({ title, percent: await watch(title, consoleBenchLimits.openMs) })
    await close()
  }
  const alone = (firstAlone + (await watch('no page, again'))) / 2
  return [
    { title: 'gateway without a page', value: alone, unit: '%', mark: null },
    ...measured.map(({ title, percent }): ConsoleFigure => ({
      title: `an open page, ${title}`,
      value: percent - alone,
      unit: '%',
      mark: consoleMarks.idleCorePercent,
    })),
  ]
}
