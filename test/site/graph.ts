/** The whole site: all areas combined into one lookup, with robots.txt and sitemaps generated from it. */
import { archiveArea } from './areas/archive.ts'
import { assetsArea } from './areas/assets.ts'
import { blogArea } from './areas/blog.ts'
import { brokenArea } from './areas/broken.ts'
import { bulkArea } from './areas/bulk.ts'
import { charsetsArea } from './areas/charsets.ts'
import { guideArea } from './areas/guide.ts'
import { homeArea } from './areas/home.ts'
import { linksArea } from './areas/links.ts'
import { orphansArea } from './areas/orphans.ts'
import { picturesArea } from './areas/pictures.ts'
import { privateArea } from './areas/private.ts'
import { redirectsArea } from './areas/redirects.ts'
import { referenceArea } from './areas/reference.ts'
import { townArea } from './areas/town.ts'
import { trapArea } from './areas/trap.ts'
import { troubleArea } from './areas/trouble.ts'
import { robotsFile, sitemapFiles } from './discovery-files.ts'
import type { Area, RobotsRule, Route } from './route.ts'

/** The interface that server and truth read. */
export interface SiteGraph {
  /** All declared routes without the generated ones, in order of declaration. */
  routes: readonly Route[]
  /**
   * @param target path and query, percent-encoded or not.
   * @returns the route that answers it, or null for 404. A query that no route declares is ignored.
   */
  routeFor(target: string): Route | null
  robots: readonly RobotsRule[]
  /** Paths on this site and absolute URLs elsewhere, in sitemap order. */
  sitemapUrls: readonly string[]
}

/** Placeholder for the origin of a running site where the graph needs an absolute URL. */
export const abstractOrigin = 'http://site.example'

/** Returns path and query in a normalised spelling: WHATWG, upper-case hex, unreserved characters decoded. */
function spelling(text: string): string {
  return text.replaceAll(/%[0-9a-f]{2}/gi, (hex) => {
    const character = String.fromCodePoint(Number.parseInt(hex.slice(1), 16))
    return /[A-Za-z0-9\-._~]/.test(character) ? character : hex.toUpperCase()
  })
}

const resolve = (target: string): URL | null => URL.parse(`${abstractOrigin}${target}`)

function routeTable(routes: readonly Route[]): Map<string, Route> {
  const made = new Map<string, Route>()
  for (const route of routes) {
    const url = resolve(route.path)
    if (url === null || !route.path.startsWith('/')) throw new Error(`${route.path} is no path`)
    const key = spelling(url.pathname + url.search)
    if (made.has(key)) throw new Error(`${route.path} is declared twice`)
    made.set(key, route)
  }
  return made
}

/** @throws Error when a path is declared twice or is invalid. */
export function composeGraph(areas: readonly Area[]): SiteGraph {
  const declared = areas.flatMap((area) => area.routes)
  const families = areas.flatMap((area) => area.families ?? [])
  const robots = areas.flatMap((area) => area.robots ?? [])
  const extras = areas.flatMap((area) => area.sitemapExtras ?? [])
  const sitemaps = sitemapFiles(declared, extras)
  const routes = [...declared, robotsFile(robots), ...sitemaps.files]
  const lookup = routeTable(routes)
  return {
    routes,
    robots,
    sitemapUrls: sitemaps.urls,
    routeFor(target) {
      const url = target.startsWith('/') ? resolve(target) : null
      if (url === null) return null
      const path = spelling(url.pathname)
      const exact = lookup.get(path + spelling(url.search)) ?? lookup.get(path)
      if (exact !== undefined) return exact
      return families.find((family) => path.startsWith(family.prefix))?.routeFor(url) ?? null
    },
  }
}

/** The site as it is served. The order of areas is the order of the sitemaps. */
export const siteGraph: SiteGraph = composeGraph([
  homeArea,
  townArea,
  guideArea,
  referenceArea,
  blogArea,
  archiveArea,
  picturesArea,
  linksArea,
  charsetsArea,
  redirectsArea,
  brokenArea,
  privateArea,
  orphansArea,
  assetsArea,
  troubleArea,
  trapArea,
  bulkArea,
])
