/**
 * A site of 221 real pages among traps, and a small breadth-first crawl of it with the real extraction, the real path
 * rules and the family book. It measures the effect of the book without the rest of the frontier.
 */
import { extractTextPage } from '../../extract/extract-page.ts'
import { trapRule } from '../admission.ts'
import { FamilyBook, type FamilyFacts } from '../state/family-book.ts'
import { NestedRepeats } from '../state/nested-repeats.ts'
import { dedupeKey } from '@seine/shared/urls/url-identity.ts'

const origin = 'http://lab.test'

/** Text of the pages of a trap: the same text each time, or a different text on every page. */
export type TrapText = 'constant' | 'seeded'

/** Returns the markup of a page by its path and query, or null when there is no such page. */
export type LabSite = (path: string) => string | null

/** Derives a number from a text, the same on every machine. */
function seedOf(text: string): number {
  let seed = 0x81_1c_9d_c5
  for (const character of text) seed = Math.imul(seed ^ character.codePointAt(0)!, 0x01_00_01_93)
  return seed >>> 0
}

/** Generates prose that is always the same for a seed. */
export function proseOf(seed: string, words = 60): string {
  let state = seedOf(seed)
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const syllables = ['ba', 'ke', 'lo', 'mi', 'nu', 'ra', 'se', 'to', 'vi', 'zu']
  const word = (): string => Array.from({ length: 2 + next(2) }, () => syllables[next(10)]).join('')
  return Array.from({ length: words }, word).join(' ')
}

/** Builds a page with a menu, a text and links. */
export function pageOf(title: string, text: string, links: readonly string[], extra = ''): string {
  const list = links.map((link) => `<li><a href="${link}">${link.slice(link.lastIndexOf('/') + 1) || 'up'}</a></li>`)
  return (
    `<html><head><title>${title}</title></head><body><nav><a href="/">Home</a> <a href="/s1/">Docs</a></nav>` +
    `<main><h1>${title}</h1><p>${text}</p>${extra}<ul>${list.join('')}</ul></main></body></html>`
  )
}

/** Home, 20 sections and 10 pages in each: 221. Every page links into every trap. */
function realPage(path: string): string | null {
  const traps = ['/cal/2024-05-06', '/loop/', `/shop?colour=c${seedOf(path)}`, `/door;jsessionid=${seedOf(path)}`]
  if (path === '/') {
    const sections = Array.from({ length: 20 }, (_, at) => `/s${at + 1}/`)
    return pageOf('Home', proseOf('/'), [...sections, ...traps])
  }
  const match = /^\/s([0-9]+)\/(?:p([0-9]+))?$/.exec(path)
  const [section, page] = [Number(match?.[1] ?? 0), Number(match?.[2] ?? 0)]
  if (section < 1 || section > 20 || page > 10) return null
  const pages = Array.from({ length: 10 }, (_, at) => `/s${section}/p${at + 1}`)
  return pageOf(`Section ${section} page ${page}`, proseOf(path), [...pages, ...traps])
}

const dayMs = 86_400_000

/** The 221 pages with a calendar, a relative loop, six facets with random values and session ids. */
export function trapSite(trapText: TrapText): LabSite {
  const said = (path: string, constant: string): string => (trapText === 'seeded' ? proseOf(path) : constant)
  let fetches = 0
  return (path) => {
    fetches += 1
    const day = /^\/cal\/([0-9-]{10})$/.exec(path)?.[1]
    if (day !== undefined) {
      const beside = [-1, 1].map((days) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10))
      return pageOf(`Events of ${day}`, said(path, 'Nothing is planned for this day.'), [
        ...beside.map((each) => `/cal/${each}`),
        `/shop?colour=c${fetches}`,
      ])
    }
    if (path.startsWith('/loop/')) return pageOf('Loop', said(path, 'You are in a maze of little pages.'), ['a/', 'b/'])
    if (path.startsWith('/shop')) {
      const query = new URLSearchParams(path.slice(path.indexOf('?') + 1))
      const links = ['colour', 'size', 'brand', 'price', 'sort', 'view'].map((facet, at) => {
        const further = new URLSearchParams(query)
        further.set(facet, proseOf(`${fetches} ${at}`, 1))
        return `/shop?${further.toString()}`
      })
      return pageOf('Shop', said(path, 'All that we have to sell is here, by what you like.'), links)
    }
    if (path.startsWith('/door')) {
      return pageOf('Door', 'Come in.', [`/door;jsessionid=${fetches}`, `/?PHPSESSID=${fetches}`])
    }
    return realPage(path)
  }
}

/** Result of a crawl of the lab. */
export interface LabCrawl {
  /** Paths with queries, in the order they were fetched. */
  fetched: string[]
  refused: string[]
}

interface LabEntry extends FamilyFacts {
  seq: number
  depth: number
  parent: LabEntry | null
}

const sliceMax = 40

/**
 * Crawls a site from its home page, in slices whose pages are judged when the slice is over.
 * @param limit maximum number of pages to fetch.
 * @param slice number of pages that are fetched before any of them is judged.
 */
export function crawlLab(site: LabSite, limit = 1_000, slice = sliceMax): LabCrawl {
  let book = new FamilyBook()
  const repeats = new NestedRepeats()
  const seen = new Set<string>()
  const entries: LabEntry[] = []
  let waiting: LabEntry[] = []
  const [fetched, refused]: [string[], string[]] = [[], []]

  const add = (url: string, parent: LabEntry | null): boolean => {
    const key = dedupeKey(url, { ignoreQueryParameters: false })
    if (!url.startsWith(`${origin}/`) || seen.has(key)) return false
    seen.add(key)
    const entry: LabEntry = {
      url,
      seq: entries.length,
      depth: (parent?.depth ?? -1) + 1,
      parent,
      hops: book.hops(url, parent),
      listed: false,
    }
    entries.push(entry)
    const isTrap = trapRule(new URL(url).pathname) !== null || (parent !== null && repeats.refuses(parent, url))
    if (isTrap || book.standing(entry) === 'closed') {
      refused.push(url)
      return false
    }
    waiting.push(entry)
    return true
  }

  add(`${origin}/`, null)
  while (waiting.length > 0 && fetched.length < limit) {
    // Restores the book from its snapshot, to prove that the stored state is sufficient to continue.
    const stored = JSON.parse(JSON.stringify(book.snapshot())) as ReturnType<FamilyBook['snapshot']>
    book = new FamilyBook()
    book.restore(stored)
    const now: LabEntry[] = []
    const later: LabEntry[] = []
    for (const entry of waiting.toSorted((a, b) => a.depth - b.depth || a.seq - b.seq)) {
      const standing = now.length < Math.min(slice, limit - fetched.length) ? book.standing(entry) : 'wait'
      if (standing === 'closed') refused.push(entry.url)
      else if (standing === 'wait') later.push(entry)
      else {
        book.leased(entry.seq, entry)
        now.push(entry)
      }
    }
    if (now.length === 0 && later.length > 0) throw new Error('the crawl hangs: every page waits')
    waiting = later
    for (const entry of now) {
      const path = entry.url.slice(origin.length)
      const markup = site(path)
      fetched.push(path)
      if (markup === null) {
        book.returned(entry.seq)
        continue
      }
      const page = extractTextPage({
        url: entry.url,
        bytes: new TextEncoder().encode(markup),
        contentType: 'text/html; charset=utf-8',
        formats: [],
        onlyMainContent: true,
        compared: true,
      })
      repeats.settled(entry, page.sketch.exact, entry.parent)
      const added = page.links.filter((url) => add(url, entry))
      book.judged(entry.seq, entry, page.sketch, book.newOutlinks(entry.url, added))
    }
  }
  return { fetched, refused }
}
