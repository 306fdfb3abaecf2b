/**
 * The scope of a crawl: which hosts and which paths belong to it.
 */
import type { ScopeOptions } from '@seine/shared/tasks/job-input.ts'
import { registrableDomain } from '@seine/shared/urls/registrable-domain.ts'
import { hostWithoutWww, normalizePercentEncoding } from '@seine/shared/urls/url-identity.ts'

/** Extensions that make the last segment of a start path a file. A version number does not count as one. */
const documentExtensions = new Set(
  (
    'html htm xhtml xht shtml shtm mhtml php php3 php4 php5 phtml asp aspx jsp jspx jsf do cgi pl cfm ' +
    'md markdown txt text rst adoc pdf xml json jsonld yaml yml csv tsv rss atom ' +
    'doc docx odt rtf xls xlsx ods ppt pptx odp epub'
  ).split(' '),
)

/** Decides whether URLs belong to the crawl. Immutable. */
export interface CrawlScope {
  /** True for URLs that belong to the crawl; false for all others, including text that is not a URL. */
  admits(url: URL | string): boolean
  /** Describes the scope in words, for messages to users. */
  describe(): string
}

/** The start path rule; `prefix` ends in `/`. */
type PathRule = { exact: string | null; prefix: string }

/** True when a path's last segment ends in a dot and a known document extension. */
function looksLikeFile(segment: string): boolean {
  const dot = segment.lastIndexOf('.')
  return dot !== -1 && documentExtensions.has(segment.slice(dot + 1).toLowerCase())
}

/** Removes the parameters of the last path segment, such as `;jsessionid=1`: they do not change the page. */
function withoutLastParameters(path: string): string {
  const at = path.indexOf(';', path.lastIndexOf('/'))
  return at === -1 ? path : path.slice(0, at)
}

/**
 * Derives the path rule from a start path: a path that ends in `/` is the prefix; a file stands for its directory; any
 * other path admits itself and what is below it, so `/blog` never admits `/blogger`.
 */
function pathRuleOf(startPath: string): PathRule {
  const path = withoutLastParameters(normalizePercentEncoding(startPath))
  const directoryEnd = path.lastIndexOf('/') + 1
  const segment = path.slice(directoryEnd)
  if (segment === '' || looksLikeFile(segment)) return { exact: null, prefix: path.slice(0, directoryEnd) }
  return { exact: path, prefix: `${path}/` }
}

const isHttp = (url: URL) => url.protocol === 'https:' || url.protocol === 'http:'

/**
 * Creates the scope of a crawl.
 *
 * `http`/`https` and a leading `www.` count as the same host; another port is another host. With `allowSubdomains` the
 * path rule applies to the start host only, since a path of one host says nothing about another host; IP addresses,
 * `localhost` and bare public suffixes have no subdomains to allow.
 * @param startUrl absolute http(s) URL.
 * @throws TypeError when `startUrl` is not an absolute http(s) URL.
 */
export function createScope(startUrl: string, options: ScopeOptions): CrawlScope {
  const start = new URL(startUrl)
  if (!isHttp(start)) throw new TypeError(`a scope needs an http or https URL, got ${start.protocol}`)
  const startHost = hostWithoutWww(start.host)
  const domain = options.allowSubdomains ? registrableDomain(start.hostname) : null
  const rule = options.crawlEntireDomain ? pathRuleOf('/') : pathRuleOf(start.pathname)

  const admitsPath = (pathname: string) => {
    const path = normalizePercentEncoding(pathname)
    return path.startsWith(rule.prefix) || (rule.exact !== null && withoutLastParameters(path) === rule.exact)
  }
  const admitsOtherHost = (url: URL) =>
    domain !== null &&
    url.port === start.port &&
    (url.hostname === domain || url.hostname.endsWith(`.${domain}`)) &&
    // A public suffix may lie below the domain: the sites of its customers are not part of the site.
    registrableDomain(url.hostname) === domain

  return {
    admits(candidate) {
      const url = typeof candidate === 'string' ? URL.parse(candidate) : candidate
      if (url === null || !isHttp(url)) return false
      return hostWithoutWww(url.host) === startHost ? admitsPath(url.pathname) : admitsOtherHost(url)
    },
    describe() {
      const paths =
        rule.prefix === '/' ? 'all of' : rule.exact === null ? `${rule.prefix} of` : `${rule.exact} and below on`
      return `${paths} ${startHost}${domain === null ? '' : `, all hosts under ${domain}`}`
    },
  }
}

/** Returns the scope of all paths of the hosts that a crawl was requested for. */
export const requestedHosts = (input: ScopeOptions & { url: string }): CrawlScope =>
  createScope(input.url, { ...input, crawlEntireDomain: true })

/**
 * Returns true for a URL that gets the headers and actions of the caller: on the hosts that the crawl was requested
 * for, but only over https when the crawl started on https.
 */
export function getsCallerOptions(input: ScopeOptions & { url: string }, url: URL): boolean {
  const isExposed = url.protocol === 'http:' && new URL(input.url).protocol === 'https:'
  return !isExposed && requestedHosts(input).admits(url)
}
