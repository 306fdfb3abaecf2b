/** Types of a row of the reliability table and its result. */
import type { RowId } from '@seine/tools/reliability-arguments.ts'
import type { Progress } from '@seine/tools/checkout/progress.ts'
import type { Mark } from '../bench/labs/lab.ts'
import type { KeptHistory } from './kept-histories.ts'
import type { ReliabilityStack, ReliabilityStackOptions } from './reliability-stack.ts'

/** A website of a row. */
export type RowSite = ({ url: string } | { origin: string }) & { close: () => Promise<unknown> }

/** Settings of a stack of its own that a row knows only when it runs. */
export type OwnSettings = Pick<ReliabilityStackOptions, 'egressAllow' | 'environment'>

export interface RowContext {
  /** True for the shortened form that `./dev test` runs. */
  short: boolean
  /** Aborts when the row is interrupted or its time is used up. */
  signal: AbortSignal
  /** Returns the stack that rows share; started on the first call, and again after a row that failed. */
  sharedStack: () => Promise<ReliabilityStack>
  /**
   * Starts a separate stack for the row, for its own settings (`Row.stack`) or for an attack that may leave it unusable.
   * Closed with the row. In the shortened form it is the shared stack, which has the settings of all rows of the run.
   * @param more settings known only now; in the shortened form its environment is not used.
   */
  ownStack: (more?: OwnSettings) => Promise<ReliabilityStack>
  /**
   * Serves a website that a stack may fetch from. Closed with the row.
   * @param starting resolves to the site, with the URL of its start page or its origin.
   */
  serve: <S extends RowSite>(stack: ReliabilityStack, starting: Promise<S>) => Promise<S>
  /** Keeps the histories of the workflows that a stack has started since the row began, for the row that replays them. */
  keepHistories: (stack: ReliabilityStack) => Promise<void>
  /** Histories kept so far in this run. */
  histories: readonly KeptHistory[]
  /** Returns the context in which this row runs another one: with the other's settings, closed with this row. */
  contextOf: (row: Row) => RowContext
  /** Registers something to close with the row; last in, first out. */
  atEnd: (close: () => Promise<unknown>) => void
}

export interface Row {
  id: RowId
  name: string
  /** How the attack is carried out, in one or two sentences. */
  method: string
  /** What is counted. */
  counted: string
  /** The required figure, in the words of the requirement. */
  passMark: string
  /**
   * Its marks are times, rates or memory that other work on the machine would change, so it runs alone. Rows without
   * this count, and run beside each other.
   */
  alone?: true
  /** Settings of a stack of its own. @default a stack with a browser worker and nothing else */
  stack?: ReliabilityStackOptions
  /** Settings of the shortened form only. */
  shortStack?: Readonly<Record<string, string>>
  /** It searches everything that its stack holds, so its shortened form is the first on a shared one. */
  opening?: true
  /** It needs what other rows of the same run leave, so it runs after all of them. */
  closing?: true
  /** Rows that it runs when it has to; it uses no stacks but theirs. */
  runs?: readonly Row[]
  /** Time limit of the full form, milliseconds. @default reliabilityLimits.rowTimeoutMs */
  timeoutMs?: number
  /**
   * Runs the attack.
   * @returns every figure with its pass mark; the row passes when all of them are met.
   * @throws NotRunError when the machine lacks something that the row needs.
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
  /** Why it did not run or was aborted; null otherwise. */
  reason: string | null
  durationMs: number
}

/** Dependencies of a run of rows. */
export interface RunContext {
  short: boolean
  progress: Progress
  signal: AbortSignal
}
