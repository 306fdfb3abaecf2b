/** What is wrong with callers' schemas, found on a thread and remembered by the hash of the schema. */
import { createHash } from 'node:crypto'
import type { PathPatternProblem, PathPatterns } from '@seine/shared/api/rules/path-patterns.ts'
import type { SchemaProblem } from '@seine/shared/api/output-schema/output-shape.ts'
import { schemaThreadLimits } from '@seine/shared/config/json-limits.ts'
import type { SchemaThreads } from './schema-threads.ts'

export class SchemaVerdicts {
  readonly #threads: Pick<SchemaThreads, 'problems' | 'patternProblems'>
  /** By hash of the schema, the one last asked for last; those that are being found out too. */
  readonly #known = new Map<string, Promise<SchemaProblem[]>>()

  constructor(threads: Pick<SchemaThreads, 'problems' | 'patternProblems'>) {
    this.#threads = threads
  }

  /** Finds what is wrong with path patterns, anew each time. @throws as `problems` does. */
  async patternProblems(patterns: PathPatterns, tenant: string): Promise<PathPatternProblem[]> {
    return await this.#threads.patternProblems(patterns, tenant)
  }

  /**
   * Finds what is wrong with a schema; what was found before is told at once.
   * @param schema as JSON, within the bytes that a schema may have.
   * @param tenant whose schema it is.
   * @throws SchemaThreadsBusyError; SchemaTooComplexError; Error when there is no thread.
   */
  problems(schema: string, tenant: string): Promise<SchemaProblem[]> {
    const hash = createHash('sha256').update(schema).digest('base64')
    const known = this.#known.get(hash)
    const verdict = known ?? this.#threads.problems(schema, tenant)
    this.#known.delete(hash)
    this.#known.set(hash, verdict)
    if (known === undefined) {
      // The next request finds it out anew.
      verdict.catch(() => this.#known.delete(hash))
      const oldest = this.#known.keys().next()
      if (this.#known.size > schemaThreadLimits.verdictsKept && !oldest.done) this.#known.delete(oldest.value)
    }
    return verdict
  }
}
