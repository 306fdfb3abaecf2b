/**
 * Callers' schemas and dear patterns are compiled, and values are checked against schemas, on threads that can be killed: never
 * on a loop that serves or heartbeats. Tenants take turns, so that the schemas of one wait for its own.
 */
import type { SchemaError } from '@seine/shared/api/output-schema/output-schema.ts'
import type { PathPatternProblem, PathPatterns } from '@seine/shared/api/rules/path-patterns.ts'
import type { Schema, SchemaProblem } from '@seine/shared/api/output-schema/output-shape.ts'
import { schemaThreadLimits } from '@seine/shared/config/json-limits.ts'
import { TenantLine } from '../../threads/tenant-line.ts'
import type { SchemaAnswer, SchemaTask } from './schema-protocol.ts'
import { SchemaWorker, type SchemaWorkerOptions } from './schema-worker.ts'

/** Too many schemas wait for a thread; worth another try. */
export class SchemaThreadsBusyError extends Error {
  override readonly name = 'SchemaThreadsBusyError'
}

interface WaitingTask {
  tenant: string
  task: SchemaTask
  resolve: (answer: SchemaAnswer) => void
  reject: (error: unknown) => void
}

/** Threads of one process; they keep no process alive. */
export class SchemaThreads {
  readonly #idle: SchemaWorker[]
  readonly #line = new TenantLine<WaitingTask>()

  constructor(options: SchemaWorkerOptions = {}) {
    this.#idle = Array.from({ length: schemaThreadLimits.threads }, () => new SchemaWorker(options))
  }

  /**
   * Finds what is wrong with a caller's schema.
   * @param schema as JSON.
   * @param tenant whose schema it is.
   * @throws SchemaThreadsBusyError; SchemaTooComplexError when compiling takes too much; Error without a thread.
   */
  async problems(schema: string, tenant: string): Promise<SchemaProblem[]> {
    const answer = await this.#run({ kind: 'problems', schema }, tenant)
    return answer.kind === 'problems' ? answer.problems : []
  }

  /**
   * Tells where a value breaks a schema.
   * @param schema without problems.
   * @param value parsed JSON.
   * @param tenant whose schema it is.
   * @throws as `problems` does.
   */
  async errors(schema: Schema, value: unknown, tenant: string): Promise<SchemaError[]> {
    const [schemaText, valueText] = [schema, value ?? null].map((each) => JSON.stringify(each)) as [string, string]
    const answer = await this.#run({ kind: 'check', schema: schemaText, value: valueText }, tenant)
    return answer.kind === 'errors' ? answer.errors : []
  }

  /**
   * Finds what is wrong with the path patterns of a crawl.
   * @param tenant whose crawl it is.
   * @throws as `problems` does.
   */
  async patternProblems(patterns: PathPatterns, tenant: string): Promise<PathPatternProblem[]> {
    const answer = await this.#run({ kind: 'patterns', patterns }, tenant)
    return answer.kind === 'patterns' ? answer.problems : []
  }

  #run(task: SchemaTask, tenant: string): Promise<SchemaAnswer> {
    const { waitingPerTenantMax, waitingMax } = schemaThreadLimits
    if (this.#line.sizeOf(tenant) >= waitingPerTenantMax || this.#line.size >= waitingMax) {
      return Promise.reject(new SchemaThreadsBusyError('too many schemas are waiting to be compiled'))
    }
    return new Promise((resolve, reject) => {
      this.#line.push({ tenant, task, resolve, reject })
      this.#dispatch()
    })
  }

  #dispatch(): void {
    for (let worker = this.#idle.pop(); worker !== undefined; worker = this.#idle.pop()) {
      const next = this.#line.take()
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
