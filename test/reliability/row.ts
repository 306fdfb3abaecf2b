/** What a row of the reliability table is, and what running it gives. */
import type { RowId } from '@seine/tools/reliability-arguments.ts'
import type { Progress } from '@seine/tools/checkout/progress.ts'
import type { Mark } from '../bench/labs/lab.ts'
import type { KeptHistory } from './kept-histories.ts'
import type { ReliabilityStack, ReliabilityStackOptions } from './reliability-stack.ts'

/** A website of a row. */
export type RowSite = ({ url: string } | { origin: string }) & { close: () => Promise<unknown> }

export interface RowContext {
  /** True for the shortened form that `./dev test` runs. */
  short: boolean
  /** Aborts when the row is interrupted or has used up its time. */
  signal: AbortSignal
  /** The stack that rows share; started when the first row asks for it, and anew after a row that failed. */
  sharedStack: () => Promise<ReliabilityStack>
  /** A stack of the row's own, for settings of its own or an attack that may leave it unusable. Ends with the row. */
  ownStack: (options: ReliabilityStackOptions) => Promise<ReliabilityStack>
  /**
   * A website that a stack may fetch from. Ends with the row.
   * @param starting it, with the URL of its start page or its origin.
   */
  serve: <S extends RowSite>(stack: ReliabilityStack, starting: Promise<S>) => Promise<S>
  /** Keeps the workflow histories of a stack for the row that replays them. */
  keepHistories: (stack: ReliabilityStack) => Promise<void>
  /** What has been kept so far in this run. */
  histories: readonly KeptHistory[]
  /** Something to be ended with the row; last in, first out. */
  atEnd: (close: () => Promise<unknown>) => void
}

export interface Row {
  id: RowId
  name: string
  /** How it is tried, in one or two sentences. */
  method: string
  /** What is counted. */
  counted: string
  /** The figure to reach, as the requirement words it. */
  passMark: string
  /** How long the full form may take. @default reliabilityLimits.rowTimeoutMs */
  timeoutMs?: number
  /**
   * Runs the attack.
   * @returns every figure with its pass mark; the row passes when all of them are met.
   * @throws NotRunError when the machine lacks what the row needs.
   */
  run(context: RowContext): Promise<Mark[]>
}

/** The row cannot be run here; the message says why. */
export class NotRunError extends Error {
  override readonly name = 'NotRunError'
}

export type RowOutcome = 'passed' | 'failed' | 'not run'

export interface RowResult {
  row: Row
  outcome: RowOutcome
  marks: Mark[]
  /** Why it did not run or broke off; null otherwise. */
  reason: string | null
  durationMs: number
}

/** What running rows needs of the program around it. */
export interface RunContext {
  short: boolean
  progress: Progress
  signal: AbortSignal
}
