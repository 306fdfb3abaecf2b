/** Checks that the results of a crawler are the pages of the site in the requested form. */
import type { WorkClass } from '@seine/tools/bench-arguments.ts'

/** A page with less text than this has lost content. */
const textMin = 25_000

/** Sections of a page; each ends with a code example, which a converter must keep. */
const exampleCall = /await \w+\.\w+\('station-\d+'\)/g
const examplesMin = 100

/**
 * Returns the number of the page from which a result was made; 0 is the start page.
 * @returns null when it is not a page of the site, or not complete.
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

/** Returns the number of distinct complete pages among the results. */
export function countPages(texts: readonly string[], workClass: WorkClass): number {
  return new Set(texts.map((text) => pageNumber(text, workClass)).filter((number) => number !== null)).size
}
