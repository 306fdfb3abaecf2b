/** Actions with the mouse: trusted events at a point that was checked immediately before. */
import { actionLimits } from '@seine/shared/config/browser-limits.ts'
import { ActionFault } from './contract.ts'
import type { Point } from './in-page/in-page-types.ts'
import { movePointer, pressButton, releaseButton } from './mouse.ts'
import { locate, meet, needs, type Address, type Held, type Try } from './target.ts'
import { ask, DocumentGoneError } from './world.ts'

function pointIn(point: Point | null): Point {
  if (point === null) throw new ActionFault('outside_viewport', 'it has no position in the viewport')
  return point
}

/**
 * Presses, and checks that the target received the press.
 * @throws ActionFault `covered_by` when another element received it.
 */
async function guarded(one: Try, held: Held, press: () => Promise<void>): Promise<void> {
  await ask(held.frame, one.clock, one.leftMs(), 'arm', held.name)
  await press()
  try {
    const cover = await ask(held.frame, one.clock, actionLimits.coverTimeoutMs, 'disarm', held.name)
    if (cover !== null) throw new ActionFault('covered_by', cover, { matched: held.matched })
  } catch (error) {
    // The press had an effect: it replaced the document, or keeps the page busy.
    if (error instanceof DocumentGoneError || (error instanceof ActionFault && error.code === 'timeout')) return
    throw error
  }
}

/**
 * Presses the left button for `holdMs` milliseconds.
 * @returns number of elements that match.
 */
export async function click(one: Try, address: Address, holdMs: number): Promise<number> {
  const held = await locate(one, address, 'target')
  const first = pointIn(await meet(one, held, needs.press))
  await movePointer(one, { to: first, pressed: false })
  // Moving the pointer may have opened or moved something: check the point again.
  const point = pointIn(await meet(one, held, { ...needs.press, stableFrames: 0 }))
  if (point.x !== first.x || point.y !== first.y) await movePointer(one, { to: point, pressed: false })
  await guarded(one, held, async () => {
    await pressButton(one, point)
    try {
      if (holdMs > 0) await one.clock.sleep(holdMs)
    } finally {
      await releaseButton(one, point)
    }
  })
  return held.matched
}

/**
 * Moves the pointer onto an element.
 * @returns number of elements that match the address.
 * @throws ActionFault when the element cannot be reached in time.
 */
export async function hover(one: Try, address: Address): Promise<number> {
  const held = await locate(one, address, 'target')
  await movePointer(one, { to: pointIn(await meet(one, held, needs.hover)), pressed: false })
  return held.matched
}

const glideSteps = 5

/** Drags one element onto another; pages that use HTML drag and drop get its native events. */
export async function drag(one: Try, from: Address, to: Address): Promise<number> {
  const goal = await locate(one, to, 'goal')
  await meet(one, goal, needs.shown)
  const held = await locate(one, from, 'target')
  const start = pointIn(await meet(one, held, needs.press))
  await movePointer(one, { to: start, pressed: false })
  await guarded(one, held, () => dragFrom(one, start, goal))
  return held.matched
}

async function dragFrom(one: Try, start: Point, goal: Held): Promise<void> {
  await pressButton(one, start)
  let at = start
  const dragTo = async (to: Point): Promise<void> => {
    await movePointer(one, { to, pressed: true })
    at = to
  }
  try {
    const nudge = { x: start.x + 6, y: start.y + 6 }
    await dragTo(nudge)
    const end = pointIn(await meet(one, goal, { ...needs.hover, point: true }))
    // Pages that follow the pointer need intermediate positions.
    for (let step = 1; step <= glideSteps; step++) {
      const part = step / glideSteps
      await dragTo({ x: nudge.x + (end.x - nudge.x) * part, y: nudge.y + (end.y - nudge.y) * part })
    }
    await dragTo(end)
  } finally {
    await releaseButton(one, at)
  }
}
