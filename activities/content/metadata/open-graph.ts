/** Reads the Open Graph properties of a page (ogp.me). */
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import type { PageFacts } from './page-facts.ts'

/**
 * Returns the properties without their `og:` prefix, in the order of first occurrence; a repeated one becomes a
 * list. Properties beyond the size limits are left out.
 */
export function openGraph({ metas }: PageFacts): Record<string, string | string[]> {
  const found: [string, string | string[]][] = []
  let charactersLeft: number = extractLimits.openGraphMaxCharacters
  for (const [name, values] of metas) {
    const [first] = values
    if (!name.startsWith('og:') || name.length === 3 || first === undefined) continue
    if (found.length >= extractLimits.openGraphMax) break
    charactersLeft -= values.reduce((length, value) => length + value.length, name.length)
    if (charactersLeft < 0) break
    found.push([name.slice(3), values.length === 1 ? first : values])
  }
  return Object.fromEntries(found)
}
