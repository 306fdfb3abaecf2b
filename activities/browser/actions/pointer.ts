/** Actions with the mouse: trusted events at a point that was looked at right before. */
import type { Page } from 'puppeteer'
import { actionLimits } from '@seine/shared/config/browser-limits.ts'
import { ActionFault } from './contract.ts'
import type { Point } from './in-page-types.ts'
import { locate, meet, needs, type Address, type Held, type Try } from './target.ts'
import { ask, DocumentGoneError } from './world.ts'

function pointIn(point: Point | null): Point {
  if (point === null) throw new ActionFault('outside_viewport', 'it has no place in the viewport')
  return point
}

async function moveTo(one: Try, point: Point): Promise<void> {
  await one.clock.step(one.page.mouse.move(point.x, point.y))
}

/** @throws ActionFault `covered_by` when something took the press. */
async function guarded(one: Try, held: Held, press: () => Promise<void>): Promise<void> {
  await ask(held.frame, one.clock, one.leftMs(), 'arm', held.name)
  await press()
  try {
    const cover = await ask(held.frame, one.clock, actionLimits.coverTimeoutMs, 'disarm', held.name)
    if (cover !== null) throw new ActionFault('covered_by', cover, { matched: held.matched })
  } catch (error) {
    // The press went through: it took the document with it, or keeps the page busy.
    if (error instanceof DocumentGoneError || (error instanceof ActionFault && error.code === 'timeout')) return
    throw error
  }
}

/** Presses the left button for a while. @returns how many elements matched. */
export async function click(one: Try, address: Address, holdMs: number): Promise<number> {
  const held = await locate(one, address, 'target')
  const first = pointIn(await meet(one, held, needs.press))
  await moveTo(one, first)
  // Moving the pointer there may have opened or moved something.
  const point = pointIn(await meet(one, held, { ...needs.press, stableFrames: 0 }))
  if (point.x !== first.x || point.y !== first.y) await moveTo(one, point)
  await guarded(one, held, async () => {
    await one.clock.step(one.page.mouse.down())
    try {
      if (holdMs > 0) await one.clock.sleep(holdMs)
    } finally {
      await one.clock.step(one.page.mouse.up())
    }
  })
  return held.matched
}

export async function hover(one: Try, address: Address): Promise<number> {
  const held = await locate(one, address, 'target')
  await moveTo(one, pointIn(await meet(one, held, needs.hover)))
  return held.matched
}

/** Drags one element onto another, natively where the page uses HTML drag and drop. */
export async function drag(one: Try, from: Address, to: Address): Promise<number> {
  const goal = await locate(one, to, 'goal')
  await meet(one, goal, needs.shown)
  const held = await locate(one, from, 'target')
  const start = pointIn(await meet(one, held, needs.press))
  await moveTo(one, start)
  await guarded(one, held, () => dragFrom(one, start, goal))
  return held.matched
}

async function dragFrom(one: Try, start: Point, goal: Held): Promise<void> {
  const { page, clock } = one
  await clock.step(page.mouse.down())
  try {
    const nudge = { x: start.x + 6, y: start.y + 6 }
    await moveTo(one, nudge)
    const end = pointIn(await meet(one, goal, { ...needs.hover, point: true }))
    await glide(page, one, nudge, end)
  } finally {
    await clock.step(page.mouse.up())
  }
}

/** Pages that follow the pointer want to see it on its way. */
async function glide(page: Page, one: Try, from: Point, to: Point): Promise<void> {
  const steps = 5
  for (let step = 1; step <= steps; step++) {
    const part = step / steps
    await one.clock.step(page.mouse.move(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part))
  }
  await moveTo(one, to)
}
