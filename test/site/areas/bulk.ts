/**
 * /many/?n=N and /docs64/?n=N: an index that links to N generated pages, of about 4 KB and 64 KB. No page of the
 * ordinary site links here. Pages are cheap to serve, so that a benchmark measures the crawler.
 */
import { blockMarkup } from '../layout.ts'
import { code, heading, link, list, markup, paragraph, table } from '../page.ts'
import type { Block, Link, Page } from '../page.ts'
import { chooser, prose } from '../prose.ts'
import type { Area, Family, Route } from '../route.ts'

/** A page links only to earlier ones, so that every link is below N for any N. */
const back = (prefix: string, n: number): Link[] =>
  [...new Set([n - 1, n >> 1, n - 10])]
    .filter((other) => other >= 1)
    .map((other) => link(`${prefix}${other}`, `Entry ${other}`))

function entryPage(prefix: string, n: number, blocks: Block[]): Route {
  const page: Page = {
    title: `Log entry ${n}`,
    description: `Entry ${n} of the river log.`,
    chrome: 'none',
    blocks: [...blocks, heading('Earlier entries'), list(...back(prefix, n))],
  }
  return { kind: 'page', path: `${prefix}${n}`, page }
}

function indexPage(prefix: string, count: number): Route {
  const page: Page = {
    title: 'River log',
    description: `${count} entries.`,
    chrome: 'none',
    blocks: [list(...Array.from({ length: count }, (_, at) => link(`${prefix}${at + 1}`, `Entry ${at + 1}`)))],
  }
  return { kind: 'page', path: prefix, page }
}

/** Index at `prefix` itself (`?n=`, 100 by default), entries at `prefix` + number. */
function bulkFamily(prefix: string, blocksOf: (n: number) => Block[]): Family {
  return {
    prefix,
    routeFor(url) {
      if (url.pathname === prefix) return indexPage(prefix, Number(url.searchParams.get('n') ?? 100))
      const segment = url.pathname.slice(prefix.length)
      return /^[1-9]\d{0,6}$/.test(segment) ? entryPage(prefix, Number(segment), blocksOf(Number(segment))) : null
    },
  }
}

const paragraphs = (seed: string, subject: string, count: number): Block[] =>
  prose(seed, subject, count).map((text) => paragraph(text))

const smallBlocks = (n: number): Block[] => paragraphs(`many ${n}`, `entry ${n}`, 9)

/** One chapter section of about 4 KB as finished markup. */
function makeSection(at: number): string {
  const seed = `section ${at}`
  const choose = chooser(seed)
  const name =
    choose.pick(['gauge', 'sluice', 'lock', 'ferry', 'tide']) + choose.pick(['.read', '.watch', '.open', '.log'])
  const rows = Array.from({ length: 6 }, (_, row) => [
    `option${row}`,
    String(choose.integer(900)),
    `Window ${row} of ${name}`,
  ])
  const example = Array.from(
    { length: 12 },
    (_, line) => `const level${line} = await ${name}('station-${choose.integer(99)}')`,
  )
  const blocks = [
    heading(`Working with ${name}, part ${at}`),
    ...prose(seed, name, 4, 'technical').map((text) => paragraph(text)),
    code('js', example.join('\n')),
    table(['Option', 'Default', 'Meaning'], rows),
    ...paragraphs(`${seed} lore`, `the ${name} call`, 2),
  ]
  return blocks.map(blockMarkup).join('\n')
}

const sectionPool = 64
const sections: string[] = []

/** Generated at the first use and cached: pages differ by their introduction and the order of sections. */
function section(at: number): string {
  return (sections[at] ??= makeSection(at))
}

function largeBlocks(n: number): Block[] {
  const choose = chooser(`docs64 ${n}`)
  const first = choose.integer(sectionPool)
  const step = 1 + 2 * choose.integer(sectionPool / 2)
  const body = Array.from({ length: 17 }, (_, at) => section((first + at * step) % sectionPool))
  const recent = Array.from({ length: Math.min(n - 1, 60) }, (_, at) =>
    link(`/docs64/${n - 1 - at}`, `Chapter ${n - 1 - at}`),
  )
  return [
    ...paragraphs(`docs64 ${n}`, `chapter ${n}`, 4),
    markup(body.join('\n')),
    heading('Chapters before'),
    list(...recent),
  ]
}

export const bulkArea: Area = {
  routes: [],
  families: [bulkFamily('/many/', smallBlocks), bulkFamily('/docs64/', largeBlocks)],
}
