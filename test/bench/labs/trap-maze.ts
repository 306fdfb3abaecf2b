/**
 * Five infinite traps around the catalogue: a diary in both directions, a search with six filters, session ids, a
 * folder inside itself, news pages without new content.
 */
import { shopPage } from './catalogue.ts'

const anchor = (href: string, text: string): string => `<a href="${href.replaceAll('&', '&amp;')}">${text}</a>`
const list = (links: readonly string[]): string => `<UL>${links.map((link) => `<LI>${link}`).join('\n')}</UL>`

const filters = ['metal', 'finish', 'thread', 'maker', 'sort', 'stock'] as const

/** An endless search: each page offers values derived from its own. */
function searchPage(query: URLSearchParams): string {
  const links = filters.map((name, at) => {
    const next = new URLSearchParams(query)
    const seed = [...query.values()].reduce(
      (sum, value) => sum * 31 + value.length + Number.parseInt(value, 36),
      at + 7,
    )
    next.set(name, Math.abs((seed * 2_654_435_761) % 46_656).toString(36))
    return anchor(`/find.php?${next.toString()}`, `By ${name}`)
  })
  const chosen = [...query].map(([name, value]) => `${name} ${value}`).join(', ')
  return shopPage('Search', `<P>Nothing on the shelves fits: ${chosen}.${list(links)}`)
}

const monthOf = (count: number) => ({
  y: String(2000 + Math.floor(count / 12)),
  m: String(1 + (((count % 12) + 12) % 12)),
})
const month = (count: number): string => `/diary.php?${new URLSearchParams(monthOf(count)).toString()}`

/** Links to the previous and next month, and to four days. */
function diaryPage(query: URLSearchParams): string {
  const count = (Number(query.get('y')) - 2000) * 12 + Number(query.get('m')) - 1
  const days = [3, 11, 19, 27].map((day) => anchor(`${month(count)}&d=${day}`, `${day}`))
  const title = `Diary ${query.get('m')}/${query.get('y')}${query.has('d') ? `, ${query.get('d')}` : ''}`
  const links = [anchor(month(count - 1), 'Month before'), anchor(month(count + 1), 'Month after'), ...days]
  return shopPage(title, `<P>No meetings are entered.${list(links)}`)
}

const newsPage = (no: number): string =>
  shopPage(
    'News',
    `<P>The shop is open on weekdays from eight to five.${list([anchor(`/news.php?page=${no + 1}`, 'Older')])}`,
  )

/** `cellar/` and `drawer/` resolve below the current page. */
const cellarPage = (): string =>
  shopPage('Cellar', `<P>Mind the step.${list([anchor('cellar/', 'Down'), anchor('drawer/', 'Look inside')])}`)

const sessionForms = [
  // Before the query, as servlet containers write it.
  (path: string, id: string) => path.replace(/(?=\?|$)/, `;jsessionid=${id}`),
  (path: string, id: string) => `${path}${path.includes('?') ? '&' : '?'}PHPSESSID=${id}`,
  (path: string, id: string) => `${path}${path.includes('?') ? '&' : '?'}sid=${id}`,
]

/** Returns the trap links added to the pages of the catalogue. */
export function trapLinks(path: string): string {
  if (path === '/')
    return list([anchor(month(320), 'Diary'), anchor('/news.php?page=1', 'News'), anchor('/cellar/', 'The cellar')])
  if (path.startsWith('/shelf.php')) return list([anchor('/find.php?metal=brass', 'Search')])
  return ''
}

/** Returns the path without its session id; a catalogue page is served under any session id. */
export const withoutSession = (path: string): string =>
  path
    .replace(/;jsessionid=[^?]*/, '')
    .replace(/([?&])(?:PHPSESSID|sid)=[^&]*(&|$)/, (_, before: string, after: string) => (after === '' ? '' : before))

/** Issues a new session id for each requested page. */
export class SessionIds {
  #count = 0

  /** Returns links to two pages under a new session. */
  links(paths: readonly string[]): string {
    return list(
      paths.map((path) => {
        this.#count += 1
        const id = (this.#count * 2_654_435_761).toString(16).padStart(32, 'c0ffee').slice(-32)
        return anchor(sessionForms[this.#count % sessionForms.length]?.(path, id) ?? path, 'Your visit')
      }),
    )
  }
}

/** Returns the page at a path of a trap; null when the path is not in a trap. */
export function trapPage(path: string): string | null {
  const { pathname, searchParams } = new URL(path, 'http://shop')
  if (pathname === '/find.php') return searchPage(searchParams)
  if (pathname === '/diary.php') return diaryPage(searchParams)
  if (pathname === '/news.php') return newsPage(Number(searchParams.get('page')))
  return /^\/cellar\/((cellar|drawer)\/)*$/.test(pathname) ? cellarPage() : null
}
