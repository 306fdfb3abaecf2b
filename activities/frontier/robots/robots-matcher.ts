/**
 * Finds the rule of a robots.txt that decides about a path, in time that is linear in the path length for each rule and
 * bounded for all rules together.
 */

/** One `Allow` or `Disallow` line. */
export interface RobotsRule {
  allow: boolean
  /** Path pattern in comparable percent-encoding, never empty. */
  pattern: string
}

/** A compiled rule: literal pieces between wildcards. */
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

/** Number of characters of a path that may still be searched for wildcards. */
export interface SearchAllowance {
  characters: number
}

/**
 * True when a rule matches. Each piece is searched leftmost after the previous one; the leftmost match is never worse
 * than a later one, so there is no backtracking.
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
    // Searching for a long piece may compare a character several times.
    allowance.characters -= (found === -1 ? path.length - at : found - at) * (1 + piece.length / 32)
    if (found === -1) return false
    at = found + piece.length
  }
  return !anchored || path.length - tail.length >= at
}

/** Compiled rules of a file for one crawler. */
export interface CompiledRules {
  /** Prefix patterns without wildcards, and whether they allow. */
  prefixes: Map<string, boolean>
  /** Lengths of the prefixes, longest first: one look-up per length replaces a comparison per rule. */
  prefixLengths: number[]
  /** All other rules, most octets first, and Allow before Disallow when equal. */
  patterns: CompiledRule[]
}

/** Compiles rules for matching. */
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

/** A matching rule: its length in octets and whether it allows. */
export interface Match {
  octets: number
  allow: boolean
}

/** Result for a path when the rules would need more searching than is allowed. */
const tooCostly: Match = { octets: Infinity, allow: false }

/** True when a match takes precedence over another: it is longer, or equally long and allows. */
export const isStronger = (a: Match, b: Match | null): boolean =>
  b === null || a.octets > b.octets || (a.octets === b.octets && a.allow)

/** Returns the longest rule that matches a path in comparable form; null when none does. */
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
