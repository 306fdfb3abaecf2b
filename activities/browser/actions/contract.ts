/** Types of the result of running a list of actions on a page. */
import type { ActionFaultCode } from './in-page/action-fault.ts'
import type { ActionKind } from '@seine/shared/selectors/browser-action.ts'

/** One entry of `actions[]` in a response. */
export interface ActionOutcome {
  /** Position in the list, from 0. */
  index: number
  action: ActionKind
  status: 'ok' | 'skipped' | 'failed'
  /** Elements that match the selector, visible or not; 0 for an action without a selector. */
  matched: number
  elapsed_ms: number
  error?: { code: ActionFaultCode; message: string }
}

export interface ActionFailure {
  index: number
  code: ActionFaultCode
  message: string
}

/** A list stops at its first failure; actions after it have no result. */
export interface ActionRun {
  results: ActionOutcome[]
  failure: ActionFailure | null
}

/** An action cannot be performed, either now or at all. */
export class ActionFault extends Error {
  override readonly name = 'ActionFault'
  readonly code: ActionFaultCode
  readonly matched: number
  /** Whether a later try may succeed. */
  readonly passing: boolean

  constructor(code: ActionFaultCode, message: string, facts: { matched?: number; passing?: boolean } = {}) {
    super(message)
    this.code = code
    this.matched = facts.matched ?? 0
    this.passing = facts.passing ?? true
  }
}
