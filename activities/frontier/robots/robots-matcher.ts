/**
 * Which rule of a robots.txt decides about a path, in time that is linear in the path for each rule
 * and bounded for all of them.
 */

/** One `Allow` or `Disallow` line. */
export interface RobotsRule {
  allow: boolean
  /** Path pattern in comparable percent-encoding, never empty. */
  pattern: string
}

/** A rule made ready: literal pieces between wildcards. */
interface CompiledRule {
  allow: boolean
  pieces: string[]
  anchored: boolean
  octets: number
}

function compileRule({ allow, pattern }: RobotsRule): CompiledRule {
  const anchored = pattern.endsWith('$')
  const pieces = (anchored ? pattern.slice(0, -1) : pattern).split('*')
  return { allow, pieces, anchored, octets: pattern.length }
}

/** How many more characters of a path may be searched for wildcards. */
export interface SearchAllowance {
  characters: number
}

/**
 * True when a rule matches. Pieces are sought leftmost, each after the one before; leftmost is
 * always as good as any later place, so nothing is tried twice.
 */
function ruleMatches({ pieces, anchored }: CompiledRule, path: string, allowance: SearchAllowance): boolean {
  const first = pieces[0] ?? ''
  if (!path.startsWith(first)) return false
  if (pieces.length === 1) return !anchored || path.length === first.length
  const last = pieces.length - 1
  const tail = pieces[last] ?? ''
  if (anchored && !path.endsWith(tail)) return false
  let at = first.length
  for (let index = 1; index < (anchored ? last : pieces.length); index += 1) {
    const piece = pieces[index] ?? ''
    const found = path.indexOf(piece, at)
    // Searching for a long piece may look at a character several times.
    allowance.characters -= (found === -1 ? path.length - at : found - at) * (1 + piece.length / 32)
    if (found === -1) return false
    at = found + piece.length
  }
  return !anchored || path.length - tail.length >= at
}

/** Rules of a file for one crawler, ready to be asked often. */
export interface CompiledRules {
  /** Plain prefixes and whether they allow. */
  prefixes: Map<string, boolean>
  /** Lengths of the prefixes, longest first: one look-up each replaces a comparison per rule. */
  prefixLengths: number[]
  /** All others, most octets first and Allow first among equals. */
  patterns: CompiledRule[]
}

/** Makes rules ready to be matched. */
export function compileRules(rules: readonly RobotsRule[]): CompiledRules {
  const prefixes = new Map<string, boolean>()
  const patterns: CompiledRule[] = []
  for (const rule of rules) {
    const isPrefix = !rule.pattern.includes('*') && !rule.pattern.endsWith('$')
    if (isPrefix) prefixes.set(rule.pattern, rule.allow || prefixes.get(rule.pattern) === true)
    else patterns.push(compileRule(rule))
  }
  patterns.sort((a, b) => b.octets - a.octets || Number(b.allow) - Number(a.allow))
  const prefixLengths = [...new Set([...prefixes.keys()].map((prefix) => prefix.length))].toSorted((a, b) => b - a)
  return { prefixes, prefixLengths, patterns }
}

/** A rule that matches: how long it is and what it says. */
export interface Match {
  octets: number
  allow: boolean
}

/** What is said of a path for which the rules ask for more searching than is done. */
const tooCostly: Match = { octets: Infinity, allow: false }

/** True when a match decides against another: it is longer, or as long and allows. */
export const isStronger = (a: Match, b: Match | null): boolean =>
  b === null || a.octets > b.octets || (a.octets === b.octets && a.allow)

/** The longest rule that matches a path in comparable form; null when none does. */
export function longestMatch(rules: CompiledRules, path: string, allowance: SearchAllowance): Match | null {
  const { prefixes, prefixLengths, patterns } = rules
  const octets = prefixLengths.find((length) => length <= path.length && prefixes.has(path.slice(0, length)))
  const prefix = octets === undefined ? null : { octets, allow: prefixes.get(path.slice(0, octets)) === true }
  for (const rule of patterns) {
    if (!isStronger(rule, prefix)) break
    if (ruleMatches(rule, path, allowance)) return rule
    if (allowance.characters <= 0) return tooCostly
  }
  return prefix
}
