/**
 * What becomes of a URL when it is discovered: fetched, or put into the ledger with the rule that
 * keeps it out. Pure; one set of rules per job and scope.
 */
import type { CrawlJobInput } from '@seine/shared/api/job-input.ts'
import { frontierLimits } from '@seine/shared/config/limits.ts'
import type { EntryState } from './entry.ts'
import { isMediaUrl } from './media-types.ts'
import { createPathRules, type PathRules } from './path-rules.ts'
import { createScope, type Scope } from './scope.ts'
import { hashRouteOf } from './url-identity.ts'

interface Verdict {
  state: Extract<EntryState, 'pending' | 'out_of_scope' | 'excluded' | 'trap'>
  reason: string | null
}

/** Reason of a URL kept out for its depth alone; a shorter path readmits it. */
export const maxDepthRule = 'maxDiscoveryDepth'

const admitted: Verdict = { state: 'pending', reason: null }

class Admission {
  readonly scope: Scope
  readonly paths: PathRules
  readonly #maxDepth: number

  /**
   * @param input the job's request.
   * @param scopeUrl the URL the scope is anchored on: start URL, or what it redirected to.
   */
  constructor(input: CrawlJobInput, scopeUrl: string) {
    const { crawlEntireDomain, allowSubdomains, includePaths, excludePaths } = input
    this.scope = createScope({ startUrl: scopeUrl, crawlEntireDomain, allowSubdomains })
    this.paths = createPathRules({ includePaths, excludePaths })
    this.#maxDepth = input.maxDiscoveryDepth ?? Infinity
  }

  /** Judges one URL found at a depth. */
  judge(url: string, depth: number): Verdict {
    const parsed = new URL(url)
    if (!this.scope.admits(parsed)) return { state: 'out_of_scope', reason: null }
    if (isMediaUrl(parsed)) return { state: 'excluded', reason: 'media_extension' }
    const broken = this.paths.test(parsed)
    if (broken !== null) return { state: 'excluded', reason: broken.rule }
    const trap = trapRule(parsed.pathname) ?? trapRule(hashRouteOf(url))
    if (trap !== null) return { state: 'trap', reason: trap }
    if (depth > this.#maxDepth) return { state: 'excluded', reason: maxDepthRule }
    return admitted
  }
}

export type { Admission }

const known = new WeakMap<CrawlJobInput, Map<string, Admission>>()

/** The rules of a job under a scope; compiled once, since patterns are costly to compile. */
export function admissionFor(input: CrawlJobInput, scopeUrl: string): Admission {
  let byScope = known.get(input)
  if (byScope === undefined) {
    byScope = new Map()
    known.set(input, byScope)
  }
  let admission = byScope.get(scopeUrl)
  if (admission === undefined) {
    admission = new Admission(input, scopeUrl)
    byScope.set(scopeUrl, admission)
  }
  return admission
}

/**
 * Paths that only a trap has: endless nesting, or one segment over and over.
 * @returns the rule that is broken, or null.
 */
export function trapRule(pathname: string): string | null {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  if (segments.length > frontierLimits.pathSegmentsMax) return 'path_depth'
  if (segments.length <= frontierLimits.pathSegmentRepeatsMax) return null
  const repeats = new Map<string, number>()
  for (const segment of segments) {
    const count = (repeats.get(segment) ?? 0) + 1
    if (count > frontierLimits.pathSegmentRepeatsMax) return 'repeated_segment'
    repeats.set(segment, count)
  }
  return null
}
