/** Plain data that the in-page part of actions and its callers exchange. */
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

/** Why the page cannot do what was requested. */
export interface InPageFault {
  code: ActionFaultCode
  message: string
}

export interface Found {
  matched: number
  /** Whether any of the matching elements is visible. */
  visible: boolean
}

/** What an action requires of its element. */
export interface Needs {
  visible: boolean
  enabled: boolean
  editable: boolean
  /** Number of frames during which it must not move; 0 = it may move. */
  stableFrames: number
  /** Whether it must be in view, with a point at which a click reaches it. */
  point: boolean
}

export interface Prepared {
  point: Point | null
}
