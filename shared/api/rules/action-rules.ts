/** Rules of actions that a schema cannot express: what each kind requires, and which values it allows. */
import { requestLimits } from '../../config/api-limits.ts'
import { InvalidSelectorError } from '../../selectors/parse-text.ts'
import { parseFrameChain, parseSelector } from '../../selectors/parse.ts'
import { parseChord } from './action-keys.ts'
import { selectorTypes } from '../../selectors/selector-type.ts'
import { isObject } from './json-object.ts'
import type { ProblemList } from './problem-list.ts'

const needSelector = new Set([
  'click',
  'click_and_hold',
  'fill',
  'hover',
  'select_option',
  'wait_for_selector',
  'scroll_into_view',
  'drag_to',
])
const needValue = new Set(['type', 'fill', 'press', 'select_option', 'drag_to'])
/** Kinds of actions whose value must not be empty. */
const needContent = new Set(['press', 'drag_to'])

/** Returns why `parse` rejects a selector; null when it accepts it. */
function unreadable(parse: () => unknown): string | null {
  try {
    parse()
    return null
  } catch (error) {
    if (error instanceof InvalidSelectorError) return `cannot be read: ${error.message}`
    throw error
  }
}

/** Returns the problem with a selector as far as it can be detected without a page, or null. */
function selectorProblem(selector: string, type: unknown): string | null {
  if (selector.trim() === '') return 'must not be blank'
  const known = selectorTypes.find((each) => each === type) ?? 'css'
  return unreadable(() => parseSelector(known, selector))
}

const selectorStates = new Set(['', 'visible', 'attached', 'hidden', 'detached'])

const numeric = /^[+-]?\d+(?:\.\d+)?$/

/** Returns the number that a value represents, or null. */
function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' && numeric.test(value.trim()) ? Number(value) : null
}

function valueProblem(action: Record<string, unknown>): string | null {
  const { action: kind, value, selector_type: selectorType } = action
  if (typeof value !== 'string' && typeof value !== 'number') return null
  if (value === '' && needContent.has(String(kind))) return 'must not be empty'
  if (kind === 'press' && parseChord(String(value)) === null) return 'must be a key or a chord such as `Control+A`'
  if (kind === 'wait_for_selector' && !selectorStates.has(String(value))) {
    return 'must be visible, attached, hidden or detached'
  }
  const number = numberOf(value)
  if (kind === 'scroll' && number === null) return 'must be a number of pixels'
  if (kind === 'wait') {
    const max = requestLimits.actionDurationMsMax
    return number !== null && number >= 0 && number <= max ? null : `must be milliseconds from 0 to ${max}`
  }
  return kind === 'drag_to' ? selectorProblem(String(value), selectorType) : null
}

function checkAction(action: Record<string, unknown>, at: string, list: ProblemList): void {
  const { action: kind, selector, frame_selector: frames, value } = action
  if (typeof kind !== 'string') return
  if (needSelector.has(kind) && selector === undefined) {
    list.add(`${at}/selector`, 'validation_failed', `is required by \`${kind}\``)
  }
  if (action['if_present'] === true && selector === undefined && !list.touches(`${at}/selector`)) {
    list.add(`${at}/selector`, 'validation_failed', 'is required by `if_present`')
  }
  if (needValue.has(kind) && value === undefined) {
    list.add(`${at}/value`, 'validation_failed', `is required by \`${kind}\``)
  }
  if (kind === 'wait' && value === undefined && action['duration_ms'] === undefined) {
    list.add(`${at}/duration_ms`, 'validation_failed', 'is required by `wait`')
  }
  const report = (name: string, rule: string | null): void => {
    const pointer = `${at}/${name}`
    if (rule !== null && !list.touches(pointer)) list.add(pointer, 'validation_failed', rule, action[name])
  }
  if (typeof selector === 'string') report('selector', selectorProblem(selector, action['selector_type']))
  if (typeof frames === 'string')
    report(
      'frame_selector',
      unreadable(() => parseFrameChain(frames)),
    )
  report('value', valueProblem(action))
}

/**
 * Checks the actions of a page, as far as they are objects.
 * @param actions actions under canonical names.
 */
export function checkActions(actions: readonly unknown[], list: ProblemList): void {
  for (const [index, action] of actions.entries()) {
    if (isObject(action)) checkAction(action, `/scrape/actions/${index}`, list)
  }
}
