/** Decides which number comes first in ambiguous dates such as `3/4/2026`. */
import type { DayMonthOrder } from './dates.ts'

/** Regions that write the month first. */
const monthFirst = new Set(['US', 'PH', 'CA', 'PR'])
/** Hosts of English-speaking countries that write the day first. */
const dayFirstHost = /\.(?:uk|au|nz|ie|in|za|ng|ke|sg|my|hk|mt|eu)$/

/**
 * Returns the order of day and month; pages in other languages than English put the day first.
 * @param language tag of the page; null when it is not known.
 * @param pageUrl its host decides for English without a region: many pages outside the United States state `en-US`.
 */
export function dayMonthOrder(language: string | null, pageUrl: string): DayMonthOrder {
  const [name = 'en', ...subtags] = (language ?? 'en').split('-')
  if (name !== 'en') return 'day-first'
  const region = subtags.find((subtag) => /^[A-Z]{2}$/.test(subtag))
  if (region !== undefined && region !== 'US') return monthFirst.has(region) ? 'month-first' : 'day-first'
  return dayFirstHost.test(URL.parse(pageUrl)?.hostname ?? '') ? 'day-first' : 'month-first'
}
