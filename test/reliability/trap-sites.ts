/** Infinite websites, one for each kind of trap, and the requests they received. */
import { cataloguePages, shopPage } from '../bench/labs/catalogue.ts'
import { htmlAnswer, notFound, startLabSite, type LabAnswer, type LabSite } from '../bench/labs/lab-site.ts'
import { SessionIds, trapLinks, trapPage, withoutSession } from '../bench/labs/trap-maze.ts'

/** Of ten sitemap files nine list pages; the first tenth each list ten others, themselves and the first. */
const filesPerIndex = 10
/** More pages than a crawl may take. */
const catalogue = { shelves: 20, parts: 600, sheets: 0 }

const xml = (body: string): LabAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
})

const words = (path: string): string => shopPage(`Page ${path}`, `<P>What the page ${path} has to say.`)

const link = (href: string): string => `<LI><A HREF="${href.replaceAll('&', '&amp;')}">${href}</A>`

/** A calendar in both directions, and the other infinite pages of the labs. */
function calendar(path: string): LabAnswer {
  const trap = trapPage(path)
  return htmlAnswer(trap ?? shopPage('Welcome', trapLinks('/')))
}

/** A catalogue whose pages are served under any session; each links to two pages under new ones. */
function sessions(): (path: string) => LabAnswer {
  const pages = cataloguePages(catalogue)
  const paths = [...pages.keys()]
  const ids = new SessionIds()
  let served = 0
  return (path) => {
    const body = pages.get(withoutSession(path))
    if (body === undefined) return notFound
    served += 1
    const next = [served, served * 7].map((at) => paths[at % paths.length]!)
    return htmlAnswer(body.replace('</BODY>', `${ids.links(next)}</BODY>`))
  }
}

/** @param files number of sitemap files. */
function sitemaps(path: string, origin: string, files: number): LabAnswer {
  if (path === '/robots.txt') {
    const body = `User-agent: *\nSitemap: ${origin}sitemap-0.xml\n`
    return { status: 200, headers: { 'content-type': 'text/plain' }, body }
  }
  const at = Number(/^\/sitemap-(\d+)\.xml$/.exec(path)?.[1] ?? Number.NaN)
  if (Number.isNaN(at)) return path.includes('sitemap') ? notFound : htmlAnswer(words(path))
  if (at < files / filesPerIndex) {
    const listed = [0, at, ...Array.from({ length: 10 }, (_, step) => (at * 10 + step + 1) % files)]
    const entries = listed.map((each) => `<sitemap><loc>${origin}sitemap-${each}.xml</loc></sitemap>`).join('')
    return xml(`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</sitemapindex>`)
  }
  const urls = Array.from({ length: 20 }, (_, page) => `<url><loc>${origin}of/${at}/${page}</loc></url>`).join('')
  return xml(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`)
}

/** One page with very many links to existing pages. */
function wide(links: number): (path: string) => LabAnswer {
  const list = Array.from({ length: links }, (_, at) => link(`/all/${at}`)).join('\n')
  const start = htmlAnswer(shopPage('Everything', list))
  return (path) => (path === '/' ? start : htmlAnswer(words(path)))
}

export interface TrapSite {
  kind: string
  site: LabSite
}

/** Starts one site of each kind. @param links number of links of the page with very many. @param files of sitemaps. */
export async function startTrapSites(links: number, files: number): Promise<TrapSite[]> {
  const mapped = await startLabSite((path) => sitemaps(path, mapped.url, files))
  return [
    { kind: 'calendar', site: await startLabSite(calendar) },
    { kind: 'session ids', site: await startLabSite(sessions()) },
    { kind: `sitemap index of ${files}`, site: mapped },
    { kind: `${links} links`, site: await startLabSite(wide(links)) },
  ]
}
