/** What a caller can have done on a page in a browser, each step on an element that a selector names. */
import type { SelectorType } from './selector-type.ts'

/** The steps an action list may have. */
export const actionKinds = [
  'click',
  'click_and_hold',
  'type',
  'fill',
  'press',
  'hover',
  'select_option',
  'wait',
  'wait_for_selector',
  'wait_for_navigation',
  'scroll',
  'scroll_into_view',
  'drag_to',
  'reload',
] as const

export type ActionKind = (typeof actionKinds)[number]

/** One step on a page. */
export interface BrowserAction {
  action: ActionKind
  selector: string | null
  selectorType: SelectorType
  /** Text, key, option, pixels as text, or the target selector of `drag_to`; null where none is needed. */
  value: string | null
  durationMs: number | null
  /** Iframe to search in; several, outermost first, joined by ` >> `. */
  frameSelector: string | null
  /** Skips the action when its selector is not visible. */
  ifPresent: boolean
  timeoutMs: number
}
