/**
 * The mouse of a page, by raw CDP. Puppeteer's own goes on from where an event it was never answered
 * would have taken it.
 */
import { actionLimits } from '@seine/shared/config/browser-limits.ts'
import { StepTimeoutError } from '../time/attempt-clock.ts'
import { ActionFault } from './contract.ts'
import type { Point } from './in-page/in-page-types.ts'
import type { Try } from './target.ts'
import { sessionOf } from './world.ts'

/** Where the pointer goes, and whether the left button is down on the way. */
interface Move {
  to: Point
  pressed: boolean
}

/**
 * Sends an event and waits until the page has had it. Of one for a frame that went away meanwhile the
 * browser never says so.
 * @returns whether the page has had it in time.
 * @throws AttemptEndedError.
 */
async function send(
  { page, clock }: Try,
  type: 'mouseMoved' | 'mousePressed' | 'mouseReleased',
  { x, y }: Point,
  button: { button: 'left' | 'none'; buttons: 0 | 1; clickCount: 0 | 1 },
): Promise<boolean> {
  const event = sessionOf(page.mainFrame()).send('Input.dispatchMouseEvent', { type, x, y, ...button })
  try {
    await clock.step(event, actionLimits.inputTimeoutMs)
    return true
  } catch (error) {
    if (error instanceof StepTimeoutError) return false
    throw error
  }
}

/** @throws ActionFault `timeout` when the page does not take it, AttemptEndedError. */
export async function movePointer(one: Try, { to, pressed }: Move): Promise<void> {
  const button = pressed ? ({ button: 'left', buttons: 1 } as const) : ({ button: 'none', buttons: 0 } as const)
  if (await send(one, 'mouseMoved', to, { ...button, clickCount: 0 })) return
  throw new ActionFault('timeout', 'the page did not take the pointer in time')
}

/** What becomes of a press that the page is slow to take is for the caller to find out. @throws AttemptEndedError. */
export async function pressButton(one: Try, at: Point): Promise<void> {
  await send(one, 'mousePressed', at, { button: 'left', buttons: 1, clickCount: 1 })
}

/** As `pressButton`. */
export async function releaseButton(one: Try, at: Point): Promise<void> {
  await send(one, 'mouseReleased', at, { button: 'left', buttons: 0, clickCount: 1 })
}
