/**
 * Compiles callers' schemas and costly patterns, and checks values against schemas, on killable threads: never on an
 * event loop that serves requests or sends heartbeats. Tenants take turns, so that a tenant's schemas delay only its
 * own.
 */
import type { SchemaError } from '@seine/shared/api/output-schema/output-schema.ts'
import type { PathPatternProblem, PathPatterns } from '@seine/shared/api/rules/path-patterns.ts'
import type { Schema, SchemaProblem } from '@seine/shared/api/output-schema/output-shape.ts'
import { schemaThreadLimits } from '@seine/shared/config/schema-thread-limits.ts'
import { TenantQueue } from '../../threads/tenant-queue.ts'
import type { SchemaAnswer, SchemaTask } from './schema-protocol.ts'
import { SchemaWorker, type SchemaWorkerOptions } from './schema-worker.ts'

/** Too many schemas wait for a thread; retryable. */
export class SchemaThreadsBusyError extends Error {
  override readonly name = 'SchemaThreadsBusyError'
}

interface WaitingTask {
  tenant: string
  task: SchemaTask
  resolve: (answer: SchemaAnswer) => void
  reject: (error: unknown) => void
}

/** The schema threads of one process; they do not keep the process alive. */
export class SchemaThreads {
  readonly #idle: SchemaWorker[]
  readonly #queue = new TenantQueue<WaitingTask>()

  constructor(options: SchemaWorkerOptions = {}) {
    this.#idle = Array.from({ length: schemaThreadLimits.threads }, () => new SchemaWorker(options))
  }

  /**
   * Finds the problems of a caller's schema.
   * @param schema as JSON.
   * @param tenant that the schema belongs to.
   * @throws SchemaThreadsBusyError; SchemaTooComplexError when compiling takes too much time or memory; Error when no
   * thread can be started.
   */
  async problems(schema: string, tenant: string): Promise<SchemaProblem[]> {
    const answer = await this.#run({ kind: 'problems', schema }, tenant)
    return answer.kind === 'problems' ? answer.problems : []
  }

  /**
   * Finds where a value breaks a schema.
   * @param schema valid.
   * @param value parsed JSON.
   * @param tenant that the schema belongs to.
   * @throws the same errors as `problems`.
   */
  async errors(schema: Schema, value: unknown, tenant: string): Promise<SchemaError[]> {
    const [schemaText, valueText] = [schema, value ?? null].map((each) => JSON.stringify(each)) as [string, string]
    const answer = await this.#run({ kind: 'check', schema: schemaText, value: valueText }, tenant)
    return answer.kind === 'errors' ? answer.errors : []
  }

  /**
   * Finds the problems of the path patterns of a crawl.
   * @param tenant that the crawl belongs to.
   * @throws the same errors as `problems`.
   */
  async patternProblems(patterns: PathPatterns, tenant: string): Promise<PathPatternProblem[]> {
    const answer = await this.#run({ kind: 'patterns', patterns }, tenant)
    return answer.kind === 'patterns' ? answer.problems : []
  }

  #run(task: SchemaTask, tenant: string): Promise<SchemaAnswer> {
    const { waitingPerTenantMax, waitingMax } = schemaThreadLimits
    if (this.#queue.sizeOf(tenant) >= waitingPerTenantMax || this.#queue.size >= waitingMax) {
      return Promise.reject(new SchemaThreadsBusyError('too many schemas are waiting to be compiled'))
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ tenant, task, resolve, reject })
      this.#dispatch()
    })
  }

  #dispatch(): void {
    for (let worker = this.#idle.pop(); worker !== undefined; worker = this.#idle.pop()) {
      const next = this.#queue.take()
      if (next === undefined) {
        this.#idle.push(worker)
        return
      }
      void this.#perform(worker, next)
    }
  }

  async #perform(worker: SchemaWorker, { task, resolve, reject }: WaitingTask): Promise<void> {
    await worker.run(task).then(resolve, reject)
    this.#idle.push(worker)
    this.#dispatch()
  }
}
