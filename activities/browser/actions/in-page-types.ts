/** What the in-page part of actions and its callers exchange: plain data. */
import type { ActionFaultCode } from './contract.ts'

/** CSS pixels in the viewport of one document. */
export interface Point {
  x: number
  y: number
}

export interface PageFault {
  code: ActionFaultCode
  message: string
}

export interface Found {
  matched: number
  /** Whether any of them is visible. */
  visible: boolean
}

/** What an action demands of its element. */
export interface Needs {
  visible: boolean
  enabled: boolean
  editable: boolean
  /** Frames it must not move for; 0 = may move. */
  stableFrames: number
  /** Whether it must be in view, at a point where a click reaches it. */
  point: boolean
}

export interface Prepared {
  point: Point | null
}
