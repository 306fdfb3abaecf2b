/** Chooses the favicon of a page. */
import type { UrlResolver } from '../../html/urls.ts'
import type { Icon } from './page-facts.ts'

/** Preferred side length in pixels. */
const wantedSize = 32

/**
 * Chooses an icon: the `rel=icon` whose size is nearest to 32 pixels, otherwise a home-screen icon. The
 * conventional `/favicon.ico` is not assumed.
 * @returns an absolute http(s) URL, or null.
 */
export function chooseFavicon(icons: readonly Icon[], urls: UrlResolver): string | null {
  const ranked = icons.map((icon) => ({ icon, rank: rankOf(icon) })).toSorted((a, b) => a.rank - b.rank)
  for (const { icon } of ranked) {
    const url = urls.page(icon.href)
    if (url !== null) return url
  }
  return null
}

function rankOf({ rel, sizes }: Icon): number {
  const size = Number.parseInt(sizes, 10)
  const distance = Number.isNaN(size) ? 8 : Math.min(Math.abs(size - wantedSize), 900)
  return /(?:^|\s)icon(?:\s|$)/.test(rel) ? distance : 1_000 + distance
}
