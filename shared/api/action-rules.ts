/** Rules of actions that a schema cannot say: what each kind needs, and what its values can be. */
import { actionLimits } from '../config/browser-limits.ts'
import { requestLimits } from '../config/limits.ts'
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
/** Kinds to which an empty text says nothing. */
const needContent = new Set(['press', 'drag_to'])

/** `button`, `button[name="Sign in"][pressed]`: a role, and attributes with a value or without. */
const roleSelector =
  /^(?:role=)?[a-z]+\s*(?:\[\s*[a-z-]+\s*(?:[*^$~|]?=\s*(?:(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/(?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/[a-z]*)\s*(?:[is]\s*)?|[^\s"'\]/][^\]]*))?\]\s*)*$/i

/** `/pattern/flags`, or the pattern alone. */
const delimitedRegex = /^\/(?<pattern>.*)\/(?<flags>[a-z]*)$/s

function regexProblem(text: string): string | null {
  const { pattern = text, flags = '' } = delimitedRegex.exec(text)?.groups ?? {}
  if (pattern.length > actionLimits.regexMaxCharacters) {
    return `must have at most ${actionLimits.regexMaxCharacters} characters when it is a regular expression`
  }
  try {
    return new RegExp(pattern, flags) instanceof RegExp ? null : ''
  } catch {
    return 'is not a regular expression'
  }
}

/** What is wrong with a selector as far as can be told without a page, or null. */
function selectorProblem(selector: string, type: unknown): string | null {
  if (selector.trim() === '') return 'must not be blank'
  if (type === 'regex') return regexProblem(selector.trim())
  if (type === 'role' && !roleSelector.test(selector.trim())) return 'is not a role such as `button[name="Sign in"]`'
  return null
}

/** What is wrong with the frames of an action, outermost first, or null. */
const frameProblem = (chain: string): string | null =>
  chain.split(/\s>>\s/).some((frame) => frame.trim() === '') ? 'has an empty part: frames are joined by ` >> `' : null

const numeric = /^[+-]?\d+(?:\.\d+)?$/

/** The number that a value stands for, or null. */
function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' && numeric.test(value.trim()) ? Number(value) : null
}

function valueProblem(action: Record<string, unknown>): string | null {
  const { action: kind, value, selector_type: selectorType } = action
  if (typeof value !== 'string' && typeof value !== 'number') return null
  if (value === '' && needContent.has(String(kind))) return 'must not be empty'
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
  const told = (name: string, rule: string | null): void => {
    const pointer = `${at}/${name}`
    if (rule !== null && !list.touches(pointer)) list.add(pointer, 'validation_failed', rule, action[name])
  }
  if (typeof selector === 'string') told('selector', selectorProblem(selector, action['selector_type']))
  if (typeof frames === 'string') told('frame_selector', frameProblem(frames))
  told('value', valueProblem(action))
}

/**
 * Checks the actions of a page, or those of them that have the right shape.
 * @param actions under canonical names.
 */
export function checkActions(actions: readonly unknown[], list: ProblemList): void {
  for (const [index, action] of actions.entries()) {
    if (isObject(action)) checkAction(action, `/scrape/actions/${index}`, list)
  }
}
