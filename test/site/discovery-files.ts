/**
 * robots.txt and the sitemaps, generated from the declared routes: an index with two files, the second of which is a
 * gzip file.
 */
import { escapeHtml } from './layout.ts'
import type { FileRoute, RobotsRule, Route, SitemapName } from './route.ts'

const files: Record<SitemapName, string> = { pages: '/sitemaps/pages.xml', archive: '/sitemaps/archive.xml.gz' }
const names: readonly SitemapName[] = ['pages', 'archive']
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const declaration = '<?xml version="1.0" encoding="UTF-8"?>'

/** Returns a path in the form required in a sitemap: percent-encoded, entities escaped, origin to be filled in. */
const located = (url: string): string =>
  escapeHtml(url.startsWith('/') ? `{{origin}}${encodeURI(url).replaceAll('%25', '%')}` : url)

const urlSet = (urls: string[]): string =>
  `${declaration}\n<urlset ${namespace}>\n${urls
    .map((url) => `  <url><loc>${located(url)}</loc><lastmod>2025-09-14</lastmod></url>`)
    .join('\n')}\n</urlset>\n`

/** @returns the three files, and every URL they list, in order. */
export function sitemapFiles(
  routes: readonly Route[],
  extras: readonly { sitemap: SitemapName; url: string }[],
): { files: FileRoute[]; urls: string[] } {
  const listed = names.map((name) => [
    ...routes.filter((route) => 'sitemap' in route && route.sitemap === name).map((route) => route.path),
    ...extras.filter((extra) => extra.sitemap === name).map((extra) => extra.url),
  ])
  const entries = names.map((name) => `  <sitemap><loc>{{origin}}${files[name]}</loc></sitemap>`).join('\n')
  const index = `${declaration}\n<sitemapindex ${namespace}>\n${entries}\n</sitemapindex>\n`
  const contentType = 'application/xml'
  return {
    urls: listed.flat(),
    files: [
      { kind: 'file', path: '/sitemap.xml', contentType, body: () => index },
      ...names.map((name, at): FileRoute => {
        const gzipped = name === 'archive'
        const type = gzipped ? 'application/gzip' : contentType
        return { kind: 'file', path: files[name], contentType: type, gzipped, body: () => urlSet(listed[at] ?? []) }
      }),
    ],
  }
}

export function robotsFile(rules: readonly RobotsRule[]): FileRoute {
  const lines = rules.map((rule) => `${rule.rule === 'allow' ? 'Allow' : 'Disallow'}: ${rule.prefix}`)
  const text = [
    '# The harbour office keeps its own papers.',
    'User-agent: *',
    ...lines,
    '',
    'Sitemap: {{origin}}/sitemap.xml',
    '',
  ]
  return { kind: 'file', path: '/robots.txt', contentType: 'text/plain; charset=utf-8', body: () => text.join('\n') }
}
