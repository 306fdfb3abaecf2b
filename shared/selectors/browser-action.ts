/** Actions that a caller can request on a page loaded in a browser. A selector names the element of an action. */
import type { SelectorType } from './selector-type.ts'

/** The kinds of actions that an action list may contain. */
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

/** One action on a page. */
export interface BrowserAction {
  action: ActionKind
  selector: string | null
  selectorType: SelectorType
  /** Text, key, option, pixels as text, or the target selector of `drag_to`; null when the action needs no value. */
  value: string | null
  durationMs: number | null
  /** Selector of the iframe to search in; nested iframes are listed outermost first, joined by ` >> `. */
  frameSelector: string | null
  /** Whether to skip the action when no visible element matches its selector. */
  ifPresent: boolean
  timeoutMs: number
}
