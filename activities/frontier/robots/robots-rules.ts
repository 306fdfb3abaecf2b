/**
 * The rules of robots.txt: a parser and a linear-time matcher by RFC 9309.
 *
 * Where Google's parser and the RFC differ the RFC is followed: a colon is needed, a rule with
 * encoded unreserved characters (`%62%61%7A`) matches their plain form, `index.html` is a page like
 * any other.
 */
import { discoveryLimits } from '@seine/shared/config/frontier-limits.ts'
import { jobLimits } from '@seine/shared/config/limits.ts'
import { compileRules, isStronger, longestMatch, type CompiledRules, type RobotsRule } from './robots-matcher.ts'
import { comparable, comparablePattern, withPlainQuery } from './robots-octets.ts'
import { fetchUrl, pathAndQuery } from '@seine/shared/urls/url-identity.ts'

/** Lines that share their user agents. */
interface RobotsGroup {
  /** Product tokens in lower case, or `*`. */
  agents: string[]
  rules: RobotsRule[]
  /** The longest of the group's `Crawl-delay` lines, in milliseconds. */
  crawlDelayMs: number | null
}

/** A parsed robots.txt; plain JSON. */
export interface RobotsFile {
  groups: RobotsGroup[]
  /** Values of `Sitemap` lines, as written. */
  sitemaps: string[]
}

/** The longest URL with every octet encoded. */
const patternMaxCharacters = jobLimits.urlMaxCharacters * 3

const lines = /[^\r\n]+/g
const tokenPrefix = /^[A-Za-z_-]*/
const anyAgent = /^\*(?:\s|$)/

/** The product token a user-agent value stands for: up to the first character no token has. */
function productToken(value: string): string {
  return anyAgent.test(value) ? '*' : (tokenPrefix.exec(value)?.[0] ?? '').toLowerCase()
}

/** False for the empty pattern and for one that asks for more than any URL has. */
function matchesSomething(value: string): boolean {
  if (value.length <= patternMaxCharacters) return value !== ''
  return value.replaceAll('*', '').length <= patternMaxCharacters
}

/** Milliseconds of a `Crawl-delay` value in seconds, or null when it is none. */
function delayMs(value: string): number | null {
  const seconds = Number.parseFloat(value)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * 1_000) : null
}

/** Name (lower case) and value of a line, or null for comments, blanks and lines without a colon. */
function directive(line: string): { name: string; value: string } | null {
  const hash = line.indexOf('#')
  const text = hash === -1 ? line : line.slice(0, hash)
  const colon = text.indexOf(':')
  if (colon === -1) return null
  return { name: text.slice(0, colon).trim().toLowerCase(), value: text.slice(colon + 1).trim() }
}

/**
 * Parses robots.txt. Never fails: what is not understood is skipped, so an HTML page has no rules.
 * @param text the decoded file; the caller cuts it at 500 KiB (RFC 9309 section 2.5).
 */
export function parseRobots(text: string): RobotsFile {
  const file: RobotsFile = { groups: [], sitemaps: [] }
  let group: RobotsGroup | null = null
  // Only rules close the list of user agents: Sitemap, Crawl-delay and unknown lines never do.
  let hasRules = false
  for (const line of text.replace(/^\uFEFF/, '').match(lines) ?? []) {
    const found = directive(line)
    if (found === null) continue
    const { name, value } = found
    if (name === 'user-agent') {
      if (group === null || hasRules) {
        group = { agents: [], rules: [], crawlDelayMs: null }
        file.groups.push(group)
        hasRules = false
      }
      group.agents.push(productToken(value))
    } else if (name === 'allow' || name === 'disallow') {
      if (group === null) continue
      hasRules = true
      if (matchesSomething(value)) group.rules.push({ allow: name === 'allow', pattern: comparablePattern(value) })
    } else if (name === 'crawl-delay') {
      const delay = delayMs(value)
      if (group !== null && delay !== null) group.crawlDelayMs = Math.max(group.crawlDelayMs ?? 0, delay)
    } else if (name === 'sitemap' && value !== '') {
      file.sitemaps.push(value)
    }
  }
  return file
}

/** The groups that bind a crawler: all that name its token, else all for `*`. */
function groupsFor(file: RobotsFile, agentToken: string): RobotsGroup[] {
  const token = productToken(agentToken)
  const named = file.groups.filter((group) => token !== '' && group.agents.includes(token))
  return named.length > 0 ? named : file.groups.filter((group) => group.agents.includes('*'))
}

/**
 * The part of a file that binds one crawler: same answers for `agentToken`, usually far smaller.
 * @returns a new file with one group at most, and every sitemap.
 */
export function narrowTo(file: RobotsFile, agentToken: string): RobotsFile {
  const groups = groupsFor(file, agentToken)
  if (groups.length === 0) return { groups: [], sitemaps: file.sitemaps }
  const merged: RobotsGroup = {
    agents: ['*'],
    rules: groups.flatMap((group) => group.rules),
    crawlDelayMs: crawlDelayMs(file, agentToken),
  }
  return { groups: [merged], sitemaps: file.sitemaps }
}

const compiledFiles = new WeakMap<RobotsFile, Map<string, CompiledRules>>()

function rulesFor(file: RobotsFile, agentToken: string): CompiledRules {
  let byToken = compiledFiles.get(file)
  if (byToken === undefined) {
    byToken = new Map()
    compiledFiles.set(file, byToken)
  }
  let rules = byToken.get(agentToken)
  if (rules === undefined) {
    rules = compileRules(groupsFor(file, agentToken).flatMap((group) => group.rules))
    byToken.set(agentToken, rules)
  }
  return rules
}

/**
 * Whether a crawler may fetch a URL: the longest matching rule by octets decides, Allow wins ties,
 * no match allows, `/robots.txt` itself is always allowed (RFC 9309 section 2.2.2). Rules that would
 * have more than `discoveryLimits.robotsSearchMaxCharacters` searched for their wildcards refuse the
 * URL: only a file made to keep crawlers busy has as many.
 * @param agentToken product token of the crawler; case does not matter.
 * @param url absolute URL of the authority the file was fetched for.
 */
export function isAllowed(file: RobotsFile, agentToken: string, url: string | URL): boolean {
  const asWritten = pathAndQuery(url)
  if (asWritten === '/robots.txt') return true
  const rules = rulesFor(file, agentToken)
  const allowance = { characters: discoveryLimits.robotsSearchMaxCharacters }
  const path = comparable(asWritten)
  // A rule for an encoded octet that names no query is to match it in the query as well.
  const otherForm = withPlainQuery(path)
  let match = longestMatch(rules, path, allowance)
  if (otherForm !== path) {
    const other = longestMatch(rules, otherForm, allowance)
    if (other !== null && isStronger(other, match)) match = other
  }
  return match?.allow ?? true
}

/**
 * The `Crawl-delay` declared for a crawler, in milliseconds and not clamped; the longest when its
 * groups declare several, null when none does.
 */
export function crawlDelayMs(file: RobotsFile, agentToken: string): number | null {
  const delays = groupsFor(file, agentToken).flatMap((group) => group.crawlDelayMs ?? [])
  return delays.length === 0 ? null : Math.max(...delays)
}

/** The `Crawl-delay` that is kept, in milliseconds: at most `discoveryLimits.crawlDelayMaxMs`, 0 where none is declared. */
export function cappedDelayMs(file: RobotsFile, agentToken: string): number {
  return Math.min(crawlDelayMs(file, agentToken) ?? 0, discoveryLimits.crawlDelayMaxMs)
}

/**
 * The sitemaps a file names, whatever group the lines stand in: absolute URLs of any host, in file
 * order, no repeats.
 * @param robotsUrl base of relative values.
 */
export function sitemaps(file: RobotsFile, robotsUrl: string): string[] {
  return [...new Set(file.sitemaps.flatMap((value) => fetchUrl(value, robotsUrl) ?? []))]
}
