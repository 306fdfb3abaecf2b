/** The router: views use `pushState`, filters and tabs `replaceState`; going back restores the scroll position. */
import { signal } from '@preact/signals'
import { viewsRoot } from '../api/root.ts'

/** A place in the console. */
export interface ConsolePlace {
  /** Segments below `/console/`, decoded. */
  segments: readonly string[]
  query: URLSearchParams
}

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function placeNow(): ConsolePlace {
  const { href, search } = location
  const path = href.split(/[?#]/, 1)[0] ?? ''
  const below = path.startsWith(viewsRoot) ? path.slice(viewsRoot.length) : ''
  const segments = below
    .split('/')
    .filter((segment) => segment !== '')
    .map(decoded)
  return { segments: segments.length === 0 ? ['jobs'] : segments, query: new URLSearchParams(search) }
}

/** The place that the address names. */
export const place = signal<ConsolePlace>(placeNow())

/** Number of changes of view in this document. */
export const arrival = signal(0)

history.scrollRestoration = 'manual'

interface SavedScroll {
  top: number
}

const keepScroll = (): void => {
  history.replaceState({ top: scrollY } satisfies SavedScroll, '')
}

/** Goes to a view. @param to its path below `/console/`, with its query. */
export function goTo(to: string): void {
  keepScroll()
  history.pushState(null, '', viewsRoot + to)
  place.value = placeNow()
  arrival.value += 1
  scrollTo(0, 0)
}

/** Changes parameters of the address without a new entry in the history. Null and empty values are removed. */
export function setQuery(changes: Readonly<Record<string, string | null>>): void {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(name)
    else query.set(name, value)
  }
  const search = query.size === 0 ? '' : `?${query.toString()}`
  history.replaceState(history.state, '', location.href.split(/[?#]/, 1)[0] + search)
  place.value = placeNow()
}

/** Restores the scroll position as soon as the view is long enough; stops when the user scrolls. */
function restoreScroll(top: number): void {
  let tries = 0
  const step = (): void => {
    scrollTo(0, top)
    tries += 1
    if (Math.abs(scrollY - top) > 1 && tries < 90) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
  addEventListener('wheel', () => (tries = 90), { once: true, passive: true })
}

const viewOf = ({ segments }: ConsolePlace): string => segments.join('/')

addEventListener('popstate', (event: PopStateEvent) => {
  const before = viewOf(place.value)
  place.value = placeNow()
  if (viewOf(place.value) === before) return
  arrival.value += 1
  restoreScroll((event.state as SavedScroll | null)?.top ?? 0)
})

addEventListener('pagehide', keepScroll)

/** Follows links to views; other links, and clicks that open a tab, are left to the browser. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || link.target !== '' || link.hasAttribute('download')) return
  if (!link.href.startsWith(viewsRoot) || link.getAttribute('href')?.startsWith('#') === true) return
  event.preventDefault()
  goTo(link.href.slice(viewsRoot.length))
}
