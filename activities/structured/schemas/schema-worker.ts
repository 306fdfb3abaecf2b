/** One thread for schema tasks. */
import { schemaThreadLimits } from '@seine/shared/config/schema-thread-limits.ts'
import { KillableThread } from '../../threads/killable-thread.ts'
import type { LossReason } from '../../threads/perform-task.ts'
import type { SchemaAnswer, SchemaTask } from './schema-protocol.ts'

export interface SchemaWorkerOptions {
  /** Script of the thread; tests pass a misbehaving one. */
  threadUrl?: URL
  /** CPU time of one task, milliseconds. @default schemaThreadLimits.taskBudgetMs */
  taskBudgetMs?: number
}

/** A schema exceeded the time or memory limit. */
export class SchemaTooComplexError extends Error {
  override readonly name = 'SchemaTooComplexError'
}

const lossTexts: Readonly<Record<LossReason, string>> = {
  time_budget: 'the schema takes too long',
  memory_budget: 'the schema takes too much memory',
  thread_crash: 'the schema ended the thread that compiled it',
}

export class SchemaWorker {
  readonly #thread: KillableThread<SchemaTask, SchemaAnswer>

  constructor({ threadUrl, taskBudgetMs }: SchemaWorkerOptions = {}) {
    this.#thread = new KillableThread({
      name: 'seine-schema',
      script: threadUrl ?? new URL('./schema-thread.ts', import.meta.url),
      budgetMs: taskBudgetMs ?? schemaThreadLimits.taskBudgetMs,
      wallMs: schemaThreadLimits.taskWallMs,
      memoryMaxMb: schemaThreadLimits.memoryMaxMb,
      heapMaxMb: schemaThreadLimits.heapMaxMb,
      idleMs: schemaThreadLimits.idleMs,
    })
  }

  /**
   * Runs one task.
   * @throws SchemaTooComplexError when it takes too much time or memory, or ends the thread; Error when no thread can
   * be started.
   */
  async run(task: SchemaTask): Promise<SchemaAnswer> {
    const end = await this.#thread.run(task)
    if (end.kind === 'lost') throw new SchemaTooComplexError(lossTexts[end.reason])
    return end.answer
  }
}
