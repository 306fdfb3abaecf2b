/** Runs a turn of loads with limited concurrency. */
import { loadUrl } from '../page-site/page-site.ts'
import type { PageLoad, Turn, TurnResult } from './contender.ts'

/**
 * Loads the pages of a turn.
 * @param load performs one load; its time is measured here.
 */
export async function runTurn(
  { url, firstLoad, pages, atOnce }: Turn,
  load: (url: string) => Promise<Omit<PageLoad, 'ms'>>,
): Promise<TurnResult> {
  const loads: PageLoad[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < pages) {
      const number = firstLoad + next
      next += 1
      const startedMs = performance.now()
      const said = await load(loadUrl(url, number))
      loads.push({ ms: performance.now() - startedMs, ...said })
    }
  }
  const startedMs = performance.now()
  await Promise.all(Array.from({ length: Math.min(atOnce, pages) }, lane))
  return { wallMs: performance.now() - startedMs, loads }
}
