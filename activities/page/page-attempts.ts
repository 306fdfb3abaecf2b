/** The attempts at one page, numbered in the order in which they started. */
import type { Attempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { PageFault } from '@seine/shared/pages/page-faults.ts'
import type { AnswerClass } from './lane-ladder.ts'

/**
 * Returns the record of an HTTP attempt with the classification of its answer.
 * @param fault why the answer is no result; null when it is a result, or would be one.
 * @param stands whether the answer is the result, as far as is known now.
 */
export function attemptOfClass(
  attempt: Attempt,
  answerClass: AnswerClass,
  fault: PageFault | null,
  stands: boolean,
): Attempt {
  const { error: _, ...rest } = attempt
  const signal = 'signal' in answerClass ? answerClass.signal : null
  return {
    ...rest,
    success: stands && fault === null,
    outcome: classOutcome(attempt, answerClass, fault, stands),
    ...(fault === null ? {} : { error: { code: fault.code, message: fault.message } }),
    ...(signal === null ? {} : { blocked_by: { ...signal } }),
  }
}

function classOutcome(
  attempt: Attempt,
  { kind }: AnswerClass,
  fault: PageFault | null,
  stands: boolean,
): Attempt['outcome'] {
  if (kind === 'js_shell' || kind === 'empty') return kind
  if (kind === 'blocked' || (kind === 'refused' && !stands) || fault?.code === 'target_blocked') return 'blocked'
  if (fault === null || !attempt.success) return attempt.outcome
  const isAnswer = kind === 'failed' || fault.code === 'http_status'
  return isAnswer ? 'http_error' : 'empty'
}

export class PageAttempts {
  readonly #list: Attempt[] = []
  readonly #before: number

  /** @param earlier attempts made at the page before; new ones are numbered after them. */
  constructor(earlier: readonly Pick<Attempt, 'index'>[]) {
    this.#before = earlier.reduce((newest, { index }) => Math.max(newest, index), 0)
  }

  get list(): Attempt[] {
    return [...this.#list]
  }

  /** Number of the next attempt to be added. */
  get next(): number {
    return this.#before + this.#list.length + 1
  }

  /** Number of the last attempt added; null if none exists. */
  get last(): number | null {
    return this.#list.length === 0 ? null : this.next - 1
  }

  /** Adds attempts and renumbers them. */
  add(...attempts: readonly Attempt[]): void {
    for (const attempt of attempts) this.#list.push({ ...attempt, index: this.next })
  }

  get(index: number): Attempt | null {
    return this.#list[index - this.#before - 1] ?? null
  }

  /** Replaces the record of the attempt with the same number. */
  amend(attempt: Attempt): void {
    const at = attempt.index - this.#before - 1
    if (this.#list[at] !== undefined) this.#list[at] = attempt
  }
}
