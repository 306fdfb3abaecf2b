/**
 * Loads the document again when one of its files failed to load: browsers end requests when the network of their computer
 * changes, and a module that failed once is not asked for again, so the document would stay empty. Loaded before all
 * other scripts.
 */
import { serviceAnswers } from '../api/service-answers.ts'
import { viewLimits } from '../console-view-limits.ts'

const { reloadPausesMs, reloadsWithinMs } = viewLimits
const recordName = 'seine-reloads'
let isPlanned = false

async function reloadAfter(waitMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, waitMs))
  if (await serviceAnswers().catch(() => false)) location.reload()
  else await reloadAfter(reloadPausesMs.at(-1)!)
}

/**
 * Loads the document again as soon as the service answers.
 * @returns false when it was loaded again too often.
 */
export function reloadDocument(): boolean {
  if (isPlanned) return true
  const all = JSON.parse(sessionStorage.getItem(recordName) ?? '[]') as number[]
  const recent = all.filter((atMs) => atMs > Date.now() - reloadsWithinMs)
  const pauseMs = reloadPausesMs[recent.length]
  if (pauseMs === undefined) return false
  isPlanned = true
  sessionStorage.setItem(recordName, JSON.stringify([...recent, Date.now()]))
  void reloadAfter(pauseMs)
  return true
}

function afterLostFile(file: Element): void {
  if (reloadDocument() || file.localName === 'link') return
  document.getElementById('app')!.textContent = 'The console did not load. Reload the page.'
}

const isFile = (target: EventTarget | null): target is Element =>
  target instanceof Element && target.matches('script, link[rel=stylesheet]')

// Errors of files do not bubble.
addEventListener('error', ({ target }) => (isFile(target) ? afterLostFile(target) : undefined), true)
// Style sheets may have failed before this script was loaded.
for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
  const [load] = performance.getEntriesByName(link.href, 'resource') as PerformanceResourceTiming[]
  if (load?.responseStatus === 0) afterLostFile(link)
}
