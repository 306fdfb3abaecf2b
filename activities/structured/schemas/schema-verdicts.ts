/** Finds the problems of callers' schemas on a thread and caches them by the hash of the schema. */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { PathPatternProblem, PathPatterns } from '@seine/shared/api/rules/path-patterns.ts'
import type { SchemaProblem } from '@seine/shared/api/output-schema/output-shape.ts'
import { schemaThreadLimits } from '@seine/shared/config/schema-thread-limits.ts'
import type { SchemaThreads } from './schema-threads.ts'

export class SchemaVerdicts {
  readonly #threads: Pick<SchemaThreads, 'problems' | 'patternProblems'>
  /** By hash of the schema; includes requests in progress. */
  readonly #known = new LRUCache<string, Promise<SchemaProblem[]>>({ max: schemaThreadLimits.verdictsKept })

  constructor(threads: Pick<SchemaThreads, 'problems' | 'patternProblems'>) {
    this.#threads = threads
  }

  /** Finds the problems of path patterns; not cached. @throws the same errors as `problems`. */
  async patternProblems(patterns: PathPatterns, tenant: string): Promise<PathPatternProblem[]> {
    return await this.#threads.patternProblems(patterns, tenant)
  }

  /**
   * Finds the problems of a schema; cached results are returned at once.
   * @param schema as JSON, within the size limit of schemas.
   * @param tenant that the schema belongs to.
   * @throws SchemaThreadsBusyError; SchemaTooComplexError; Error when no thread can be started.
   */
  problems(schema: string, tenant: string): Promise<SchemaProblem[]> {
    const hash = createHash('sha256').update(schema).digest('base64')
    const known = this.#known.get(hash)
    if (known !== undefined) return known
    const verdict = this.#threads.problems(schema, tenant)
    this.#known.set(hash, verdict)
    // A failed check is not cached: the next request repeats it.
    verdict.catch(() => this.#known.delete(hash))
    return verdict
  }
}
