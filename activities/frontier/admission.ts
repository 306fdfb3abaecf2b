/**
 * Decides for each discovered URL whether it is fetched, or entered into the ledger together with the rule that
 * excludes it. Pure; one set of rules per job and scope for the frontier, and one of its own for the discovery of
 * sitemaps.
 */
import type { CrawlJobInput } from '@seine/shared/tasks/job-input.ts'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import type { EntryState } from './state/entry.ts'
import { isMediaUrl } from '@seine/activities/frontier/media-types.ts'
import { PathJudge, type PathRefusal } from './paths/path-judge.ts'
import { createScope, type CrawlScope } from './scope.ts'
import { LoopTurn } from '@seine/shared/values/loop-turn.ts'
import { discoveryLimits } from './limits/discovery-limits.ts'
import { hashRouteOf } from '@seine/shared/urls/url-identity.ts'

interface Verdict {
  state: Extract<EntryState, 'pending' | 'out_of_scope' | 'excluded' | 'trap'>
  reason: string | null
}

/** Reason of a URL excluded only because of its depth; a shorter path to it readmits it. */
export const maxDepthRule = 'maxDiscoveryDepth'

const admitted: Verdict = { state: 'pending', reason: null }

class Admission {
  readonly scope: CrawlScope
  readonly #paths: PathJudge
  readonly #maxDepth: number

  /**
   * @param input the job's request.
   * @param scopeUrl the URL the scope is anchored on: the start URL, or the URL it redirected to.
   * @param paths evaluates the include and exclude patterns of the job.
   */
  constructor(input: CrawlJobInput, scopeUrl: string, paths: PathJudge) {
    this.scope = createScope(scopeUrl, input)
    this.#paths = paths
    this.#maxDepth = input.maxDiscoveryDepth ?? Infinity
  }

  /** Error message for the caller when the job must fail because its patterns cost too much; null otherwise. */
  get failure(): string | null {
    return this.#paths.failure
  }

  /**
   * Matches the paths of URLs before they are judged, without blocking the event loop.
   * @param urls a batch; the results of the previous batch are discarded.
   */
  async prepare(urls: Iterable<string>): Promise<void> {
    if (this.#paths.isOpen) return
    this.#paths.forget()
    const turn = new LoopTurn(discoveryLimits.discoveryTurnMs)
    const candidates: URL[] = []
    for (const url of urls) {
      if (turn.isOver) await turn.next()
      const parsed = new URL(url)
      if (this.scope.admits(parsed) && !isMediaUrl(parsed)) candidates.push(parsed)
    }
    await this.#paths.prepare(candidates)
  }

  /** Returns the path rule that excludes a single URL, or null when its path is admitted. */
  async pathRefusal(url: URL): Promise<PathRefusal | null> {
    if (this.#paths.isOpen) return null
    return await this.#paths.refusalOf(url)
  }

  /** Judges one URL found at the given depth. */
  judge(url: string, depth: number): Verdict {
    return this.#judge(url, depth, (parsed) => this.#paths.refusal(parsed))
  }

  /** Judges a URL again after its path was found to be admitted; path rules are not checked a second time. */
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

/** The rules of a job by scope; all scopes share the patterns and the steps already spent on matching them. */
interface JobRules {
  paths: PathJudge
  byScope: Map<string, Admission>
}

const known = new WeakMap<CrawlJobInput, JobRules>()

/** Returns the rules of a job for a scope; they are compiled once, since patterns are costly to compile. */
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
 * Returns rules with a step budget of their own, for work that runs beside the advances of the frontier: both would
 * discard each other's prepared results.
 */
export const separateAdmission = (input: CrawlJobInput, scopeUrl: string): Admission =>
  new Admission(input, scopeUrl, new PathJudge(input))

/**
 * Detects paths that only traps have: endless nesting, or the same segment repeated many times.
 * @returns the violated rule, or null.
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
