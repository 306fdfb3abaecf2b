/** What the in-page part of actions and its callers exchange: plain data. */
import type { ActionFaultCode } from './action-fault.ts'

/** CSS pixels in the viewport of one document. */
export interface Point {
  x: number
  y: number
}

/** A point of an iframe is drawn at `x + a * left + c * top`, `y + b * left + d * top` of the document around it. */
export interface FrameBox extends Point {
  a: number
  b: number
  c: number
  d: number
}

/** Why the page cannot do what it was asked for. */
export interface InPageFault {
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
