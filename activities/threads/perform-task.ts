/** Runs one task in a thread: an answer within its time and memory limits, or the reason for its absence. */
import type { Transferable, Worker } from 'node:worker_threads'
import { watchMemory } from './thread-memory.ts'
import { watchTime } from './thread-time.ts'

/** Why a task got no answer. */
export type LossReason = 'time_budget' | 'memory_budget' | 'thread_crash'

/** The end of a task. */
export type TaskEnd<Answer> = { kind: 'answered'; answer: Answer } | { kind: 'lost'; reason: LossReason }

/** Limits of a task. */
export interface TaskBounds {
  /** CPU time from hand-over to answer, milliseconds (`watchTime`). */
  budgetMs: number
  /** CPU time that the thread has used before the task. @default the thread is asked, which costs more */
  usedBefore?: NodeJS.CpuUsage | undefined
  /** Wall time, milliseconds. @default that of `watchTime` */
  wallMs?: number
  /** Heap and buffers of the thread in MiB; when absent, only V8's own limit applies. */
  memoryMaxMb?: number
}

const reasonOf = (error: unknown): LossReason =>
  (error as { code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory_budget' : 'thread_crash'

/**
 * Hands a task to an idle thread. The next message of the thread is the answer. A thread that has lost a task is not
 * ended here and must not be used again.
 * @param transfer buffers that are transferred to the thread.
 * @throws DataCloneError for a task that cannot be cloned.
 */
export function performTask<Answer>(
  worker: Worker,
  task: unknown,
  { budgetMs, usedBefore, wallMs, memoryMaxMb }: TaskBounds,
  transfer: readonly Transferable[] = [],
): Promise<TaskEnd<Answer>> {
  return new Promise((resolve) => {
    const stop = (): void => {
      stopTimeWatch()
      stopMemoryWatch()
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
    }
    const settle = (end: TaskEnd<Answer>): void => {
      stop()
      resolve(end)
    }
    const lost = (reason: LossReason) => (): void => settle({ kind: 'lost', reason })
    const onMessage = (answer: Answer): void => settle({ kind: 'answered', answer })
    const onError = (error: unknown): void => lost(reasonOf(error))()
    const onExit = lost('thread_crash')
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
    const stopTimeWatch = watchTime(worker, budgetMs, lost('time_budget'), usedBefore, wallMs)
    const stopMemoryWatch =
      memoryMaxMb === undefined ? () => undefined : watchMemory(worker, memoryMaxMb, lost('memory_budget'))
    try {
      worker.postMessage(task, transfer)
    } catch (error) {
      stop()
      throw error
    }
  })
}
