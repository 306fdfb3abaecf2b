/**
 * The rules of robots.txt: a parser and a linear-time matcher by RFC 9309.
 *
 * Where Google's parser differs from the RFC, this one follows the RFC: a line needs a colon, a rule with encoded
 * unreserved characters (`%62%61%7A`) matches their plain form, and `index.html` is a page like any other.
 */
import { discoveryLimits } from '../limits/discovery-limits.ts'
import { jobLimits } from '@seine/shared/config/limits.ts'
import { compileRules, isStronger, longestMatch, type CompiledRules, type RobotsRule } from './robots-matcher.ts'
import { comparable, comparablePattern, withPlainQuery } from './robots-octets.ts'
import { fetchUrl, pathAndQuery } from '@seine/shared/urls/url-identity.ts'

/** Lines that apply to the same user agents. */
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

/** Length of the longest URL with every octet encoded. */
const patternMaxCharacters = jobLimits.urlMaxCharacters * 3

const lines = /[^\r\n]+/g
const tokenPrefix = /^[A-Za-z_-]*/
const anyAgent = /^\*(?:\s|$)/

/** Returns the product token of a user-agent value: the text up to the first character that a token cannot contain. */
function productToken(value: string): string {
  return anyAgent.test(value) ? '*' : (tokenPrefix.exec(value)?.[0] ?? '').toLowerCase()
}

/** False for the empty pattern and for a pattern longer than any URL. */
function matchesSomething(value: string): boolean {
  if (value.length <= patternMaxCharacters) return value !== ''
  return value.replaceAll('*', '').length <= patternMaxCharacters
}

/** Parses a `Crawl-delay` value in seconds. @returns milliseconds, or null when the value is invalid. */
function delayMs(value: string): number | null {
  const seconds = Number.parseFloat(value)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * 1_000) : null
}

/** Returns the name (lower case) and value of a line, or null for comments, blank lines and lines without a colon. */
function directive(line: string): { name: string; value: string } | null {
  const hash = line.indexOf('#')
  const text = hash === -1 ? line : line.slice(0, hash)
  const colon = text.indexOf(':')
  if (colon === -1) return null
  return { name: text.slice(0, colon).trim().toLowerCase(), value: text.slice(colon + 1).trim() }
}

/**
 * Parses robots.txt. Never fails: lines it does not understand are skipped, so an HTML page yields no rules.
 * @param text the decoded file; the caller cuts it at 500 KiB (RFC 9309 section 2.5).
 */
export function parseRobots(text: string): RobotsFile {
  const file: RobotsFile = { groups: [], sitemaps: [] }
  let group: RobotsGroup | null = null
  // Only rules end the list of user agents; Sitemap, Crawl-delay and unknown lines do not.
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

/** Returns the groups that apply to a crawler: all that name its token, otherwise all for `*`. */
function groupsFor(file: RobotsFile, agentToken: string): RobotsGroup[] {
  const token = productToken(agentToken)
  const named = file.groups.filter((group) => token !== '' && group.agents.includes(token))
  return named.length > 0 ? named : file.groups.filter((group) => group.agents.includes('*'))
}

/**
 * Returns the part of a file that applies to one crawler: it gives the same answers for `agentToken` and is usually far
 * smaller.
 * @returns a new file with at most one group, and every sitemap.
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
 * Whether a crawler may fetch a URL: the longest matching rule by octets decides, Allow wins ties, no match allows, and
 * `/robots.txt` itself is always allowed (RFC 9309 section 2.2.2). Rules whose wildcards would need more than
 * `discoveryLimits.robotsSearchMaxCharacters` of searching refuse the URL: only a file made to keep crawlers busy has
 * that many.
 * @param agentToken product token of the crawler; case does not matter.
 * @param url absolute URL of the authority the file was fetched for.
 */
export function isAllowed(file: RobotsFile, agentToken: string, url: string | URL): boolean {
  const asWritten = pathAndQuery(url)
  if (asWritten === '/robots.txt') return true
  const rules = rulesFor(file, agentToken)
  const allowance = { characters: discoveryLimits.robotsSearchMaxCharacters }
  const path = comparable(asWritten)
  // A rule that names an encoded octet but no query also has to match that octet in the query.
  const otherForm = withPlainQuery(path)
  let match = longestMatch(rules, path, allowance)
  if (otherForm !== path) {
    const other = longestMatch(rules, otherForm, allowance)
    if (other !== null && isStronger(other, match)) match = other
  }
  return match?.allow ?? true
}

/**
 * Returns the `Crawl-delay` declared for a crawler, in milliseconds and not capped; the longest when its groups declare
 * several, null when none does.
 */
export function crawlDelayMs(file: RobotsFile, agentToken: string): number | null {
  const delays = groupsFor(file, agentToken).flatMap((group) => group.crawlDelayMs ?? [])
  return delays.length === 0 ? null : Math.max(...delays)
}

/**
 * Returns the `Crawl-delay` to respect, in milliseconds: at most `discoveryLimits.crawlDelayMaxMs`; 0 when none is
 * declared.
 */
export function cappedDelayMs(file: RobotsFile, agentToken: string): number {
  return Math.min(crawlDelayMs(file, agentToken) ?? 0, discoveryLimits.crawlDelayMaxMs)
}

/**
 * Returns the sitemaps that a file names, in whichever group their lines stand: absolute URLs of any host, in file
 * order, without repeats.
 * @param robotsUrl base of relative values.
 */
export function sitemaps(file: RobotsFile, robotsUrl: string): string[] {
  return [...new Set(file.sitemaps.flatMap((value) => fetchUrl(value, robotsUrl) ?? []))]
}
