/** Finds the element of an action through its frames, and the point of the page at which it can be pressed. */
import type { Frame, Page } from 'puppeteer'
import { actionLimits } from '@seine/shared/config/browser-limits.ts'
import type { ElementQuery } from '@seine/shared/selectors/query.ts'
import type { AttemptClock } from '../time/attempt-clock.ts'
import { ActionFault } from './contract.ts'
import type { Needs, InPageFault, Point } from './in-page/in-page-types.ts'
import { ask, contentFrameId, frameIdOf } from './world.ts'

/** The element to look for, and its frames. */
export interface Address {
  frames: readonly ElementQuery[]
  query: ElementQuery
  /** The selector as shown in messages. */
  text: string
}

/** One try of an action, with its limits. */
export interface Try {
  page: Page
  clock: AttemptClock
  /** Number of tries before this one. */
  attempt: number
  /** Milliseconds left for this try. */
  leftMs(): number
}

/** An element that is held by name in the world of its frame. */
export interface Held {
  name: string
  frame: Frame
  /** Frames around it, outermost first; each holds the next one's iframe by the name `frame`. */
  around: readonly Frame[]
  matched: number
  visible: boolean
  text: string
}

const tags = ['iframe', 'frame']

/**
 * Returns the answer of the page.
 * @throws ActionFault when the page reported a fault.
 */
export function check<Value>(
  answer: Value | { fault: InPageFault },
  matched = 0,
): Exclude<Value, { fault: InPageFault }> {
  if (typeof answer === 'object' && answer !== null && 'fault' in answer) {
    const { code, message } = answer.fault
    throw new ActionFault(code, message, { matched, passing: code !== 'invalid_selector' && code !== 'invalid_value' })
  }
  return answer as Exclude<Value, { fault: InPageFault }>
}

async function enterFrames(one: Try, queries: readonly ElementQuery[]): Promise<{ frame: Frame; around: Frame[] }> {
  let frame = one.page.mainFrame()
  const around: Frame[] = []
  for (const [depth, query] of queries.entries()) {
    const found = check(await ask(frame, one.clock, one.leftMs(), 'find', 'frame', query, tags))
    if (found.matched === 0)
      throw new ActionFault('frame_not_found', `no iframe matches part ${depth + 1} of frame_selector`)
    const id = await contentFrameId(frame, one.clock, one.leftMs(), 'frame')
    const next = one.page.frames().find((each) => frameIdOf(each) === id)
    if (next === undefined) throw new ActionFault('frame_not_found', 'the iframe has no document yet')
    around.push(frame)
    frame = next
  }
  return { frame, around }
}

/**
 * Looks for the element once.
 * @param name name by which the element is held.
 * @throws ActionFault `not_found`, `frame_not_found`, `invalid_selector`.
 */
export async function locate(one: Try, address: Address, name: string): Promise<Held> {
  const { frame, around } = await enterFrames(one, address.frames)
  const found = check(await ask(frame, one.clock, one.leftMs(), 'find', name, address.query, null))
  if (found.matched === 0) throw new ActionFault('not_found', `nothing matches ${address.text}`)
  return { name, frame, around, ...found, text: address.text }
}

/**
 * Checks the requirements of an action, and returns the point to press in the page.
 * @throws ActionFault with the first requirement that is not met.
 */
export async function meet(one: Try, held: Held, needs: Needs): Promise<Point | null> {
  if (needs.point) {
    // Frames of other processes scroll the page around them late or not at all.
    const force = one.attempt % 2 === 1
    for (const frame of held.around) await ask(frame, one.clock, one.leftMs(), 'showFrame', 'frame', force)
  }
  const answer = await ask(held.frame, one.clock, one.leftMs(), 'prepare', held.name, needs, one.attempt)
  const { point } = check(answer, held.matched)
  return point === null ? null : toPagePoint(one, held, point)
}

/**
 * Converts a point from the viewport of its document to that of the page; no frame around it may be covered there.
 */
async function toPagePoint(one: Try, held: Held, point: Point): Promise<Point> {
  let at = point
  for (const frame of held.around.toReversed()) {
    const box = await ask(frame, one.clock, one.leftMs(), 'frameBox', 'frame')
    at = { x: box.x + box.a * at.x + box.c * at.y, y: box.y + box.b * at.x + box.d * at.y }
    const cover = await ask(frame, one.clock, one.leftMs(), 'coverAt', 'frame', at)
    if (cover === null) continue
    const { matched, text } = held
    if (cover === '') throw new ActionFault('outside_viewport', `${text} is not in view in its iframe`, { matched })
    throw new ActionFault('covered_by', `the iframe around ${text} is covered by ${cover}`, { matched })
  }
  return at
}

const nothing: Needs = { visible: false, enabled: false, editable: false, stableFrames: 0, point: false }
/** Requirements of the kinds of actions. */
export const needs = {
  nothing,
  shown: { ...nothing, visible: true },
  hover: { ...nothing, visible: true, stableFrames: actionLimits.stableFrames, point: true },
  press: { ...nothing, visible: true, enabled: true, stableFrames: actionLimits.stableFrames, point: true },
  keys: { ...nothing, visible: true, enabled: true },
  edit: { ...nothing, visible: true, enabled: true, editable: true },
} as const satisfies Record<string, Needs>
