/** Whether the results of a crawler are the pages of the site, made into what was asked for. */
import type { WorkClass } from '@seine/tools/bench-arguments.ts'

/** Below this much text a page has lost what stands on it. */
const textMin = 25_000

/** Sections of a page; each ends with a code example, which a converter must not lose. */
const exampleCall = /await \w+\.\w+\('station-\d+'\)/g
const examplesMin = 100

/**
 * The number of the page that a result was made of; 0 = the start page.
 * @returns null when it is not the page, or not all of it.
 */
export function pageNumber(text: string, workClass: WorkClass): number | null {
  const isMarkup = /<\/(?:p|title)>/.test(text)
  if (isMarkup !== (workClass === 'html')) return null
  const title = /(?:^|>|# |\n)\s*(River log|Log entry (\d+))\b/.exec(text)
  if (title === null) return null
  if (title[2] === undefined) return text.includes('Entry 1') ? 0 : null
  const whole = text.length >= textMin && (text.match(exampleCall)?.length ?? 0) >= examplesMin
  return whole ? Number(title[2]) : null
}

/** Distinct whole pages among the results. */
export function countPages(texts: readonly string[], workClass: WorkClass): number {
  return new Set(texts.map((text) => pageNumber(text, workClass)).filter((number) => number !== null)).size
}
