/**
 * What becomes of a URL when it is discovered: fetched, or put into the ledger with the rule that
 * keeps it out. Pure; one set of rules per job and scope.
 */
import type { CrawlJobInput } from '@seine/shared/tasks/job-input.ts'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import type { EntryState } from './state/entry.ts'
import { isMediaUrl } from '@seine/shared/urls/media-types.ts'
import { PathJudge, type PathRefusal } from './paths/path-judge.ts'
import { createScope, type CrawlScope } from './scope.ts'
import { LoopTurn } from './sitemaps/sitemap-turn.ts'
import { hashRouteOf } from '@seine/shared/urls/url-identity.ts'

interface Verdict {
  state: Extract<EntryState, 'pending' | 'out_of_scope' | 'excluded' | 'trap'>
  reason: string | null
}

/** Reason of a URL kept out for its depth alone; a shorter path readmits it. */
export const maxDepthRule = 'maxDiscoveryDepth'

const admitted: Verdict = { state: 'pending', reason: null }

class Admission {
  readonly scope: CrawlScope
  readonly #paths: PathJudge
  readonly #maxDepth: number

  /**
   * @param input the job's request.
   * @param scopeUrl the URL the scope is anchored on: start URL, or what it redirected to.
   * @param paths of the job.
   */
  constructor(input: CrawlJobInput, scopeUrl: string, paths: PathJudge) {
    this.scope = createScope(scopeUrl, input)
    this.#paths = paths
    this.#maxDepth = input.maxDiscoveryDepth ?? Infinity
  }

  /** Why the job has to fail for the cost of its patterns, for its caller; null while it may go on. */
  get failure(): string | null {
    return this.#paths.failure
  }

  /**
   * Matches the paths of URLs that are about to be judged, without holding up the process.
   * @param urls a batch; what was known of an earlier one is forgotten.
   */
  async prepare(urls: Iterable<string>): Promise<void> {
    if (this.#paths.isOpen) return
    this.#paths.forget()
    const turn = new LoopTurn()
    const asked: URL[] = []
    for (const url of urls) {
      if (turn.isOver) await turn.next()
      const parsed = new URL(url)
      if (this.scope.admits(parsed) && !isMediaUrl(parsed)) asked.push(parsed)
    }
    await this.#paths.prepare(asked)
  }

  /** The rule that keeps a single URL out for its path, or null. */
  async pathRefusal(url: URL): Promise<PathRefusal | null> {
    if (this.#paths.isOpen) return null
    return await this.#paths.refusalOf(url)
  }

  /** Judges one URL found at a depth. */
  judge(url: string, depth: number): Verdict {
    return this.#judge(url, depth, (parsed) => this.#paths.refusal(parsed))
  }

  /** Judges a URL again that its path has been found to admit. */
  judgeAgain(url: string, depth: number): Verdict {
    return this.#judge(url, depth, () => null)
  }

  #judge(url: string, depth: number, pathRefusal: (parsed: URL) => PathRefusal | null): Verdict {
    const parsed = new URL(url)
    if (!this.scope.admits(parsed)) return { state: 'out_of_scope', reason: null }
    if (isMediaUrl(parsed)) return { state: 'excluded', reason: 'media_extension' }
    const refusal = pathRefusal(parsed)
    if (refusal !== null) return { state: 'excluded', reason: refusal }
    const trap = trapRule(parsed.pathname) ?? trapRule(hashRouteOf(url))
    if (trap !== null) return { state: 'trap', reason: trap }
    if (depth > this.#maxDepth) return { state: 'excluded', reason: maxDepthRule }
    return admitted
  }
}

export type { Admission }

/** The rules of a job by scope; its patterns and what they have cost are the same in all scopes. */
interface JobRules {
  paths: PathJudge
  byScope: Map<string, Admission>
}

const known = new WeakMap<CrawlJobInput, JobRules>()

/** The rules of a job under a scope; compiled once, since patterns are costly to compile. */
export function admissionFor(input: CrawlJobInput, scopeUrl: string): Admission {
  let rules = known.get(input)
  if (rules === undefined) {
    rules = { paths: new PathJudge(input), byScope: new Map() }
    known.set(input, rules)
  }
  let admission = rules.byScope.get(scopeUrl)
  if (admission === undefined) {
    admission = new Admission(input, scopeUrl, rules.paths)
    rules.byScope.set(scopeUrl, admission)
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
