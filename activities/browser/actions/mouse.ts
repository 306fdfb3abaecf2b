/**
 * The mouse of a page, by raw CDP. After an event that was never acknowledged, Puppeteer's own mouse would continue
 * from the position of that event.
 */
import { actionLimits } from '@seine/shared/config/browser-limits.ts'
import { StepTimeoutError } from '../time/attempt-clock.ts'
import { ActionFault } from './contract.ts'
import type { Point } from './in-page/in-page-types.ts'
import type { Try } from './target.ts'
import { sessionOf } from './world.ts'

/** Where the pointer goes, and whether the left button is pressed meanwhile. */
interface Move {
  to: Point
  pressed: boolean
}

/**
 * Sends an event and waits until the page has processed it. The browser never acknowledges an event for a frame that
 * was removed meanwhile.
 * @returns whether the page has processed it in time.
 * @throws AttemptEndedError when the attempt ends first.
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

/** @throws ActionFault `timeout` when the page does not process the move in time; AttemptEndedError. */
export async function movePointer(one: Try, { to, pressed }: Move): Promise<void> {
  const button = pressed ? ({ button: 'left', buttons: 1 } as const) : ({ button: 'none', buttons: 0 } as const)
  if (await send(one, 'mouseMoved', to, { ...button, clickCount: 0 })) return
  throw new ActionFault('timeout', 'the page did not process the pointer movement in time')
}

/**
 * Presses the left button. A page that is slow to process the press is no error here; the caller checks its effect.
 * @throws AttemptEndedError when the attempt ends first.
 */
export async function pressButton(one: Try, at: Point): Promise<void> {
  await send(one, 'mousePressed', at, { button: 'left', buttons: 1, clickCount: 1 })
}

/** Releases the left button, with the same behavior as `pressButton`. */
export async function releaseButton(one: Try, at: Point): Promise<void> {
  await send(one, 'mouseReleased', at, { button: 'left', buttons: 0, clickCount: 1 })
}
