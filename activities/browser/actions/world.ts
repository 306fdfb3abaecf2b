/** Calls into the isolated world of a frame, by raw CDP; the page can neither see nor break that world. */
import type { CDPSession, Frame } from 'puppeteer'
import { actionLimits } from '@seine/shared/config/browser-limits.ts'
import { StepTimeoutError, type AttemptClock } from '../time/attempt-clock.ts'
import { ActionFault } from './contract.ts'
import { engineKey, engineSource, type Engine } from './engine.ts'

const { scriptMaxMs } = actionLimits

/** Set by Puppeteer on every frame, but missing in its types. */
interface FrameInternals {
  readonly client: CDPSession
  readonly _id: string
}

/** Returns the session of the process that contains a frame. */
export const sessionOf = (frame: Frame): CDPSession => (frame as unknown as FrameInternals).client
/** Returns the protocol's id of a frame. */
export const frameIdOf = (frame: Frame): string => (frame as unknown as FrameInternals)._id

/** The document was replaced during a call: by a navigation, or because its frame was removed or reloaded. */
export class DocumentGoneError extends Error {
  override readonly name = 'DocumentGoneError'
}

const goneMessages =
  /Cannot find context|context was destroyed|navigated or closed|No frame|Session closed|Target closed|detached|Frame with the given|Cannot find object|session with given id not found/i

const asGone = (error: unknown): unknown =>
  error instanceof Error && goneMessages.test(error.message) ? new DocumentGoneError(error.message) : error

const missing = 'missing'

async function evaluate(frame: Frame, expression: string, byValue: boolean) {
  const session = sessionOf(frame)
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameIdOf(frame),
    worldName: 'seine',
  })
  const run = (source: string) =>
    session.send('Runtime.evaluate', {
      expression: source,
      contextId,
      awaitPromise: true,
      returnByValue: byValue,
      userGesture: true,
      timeout: scriptMaxMs,
    })
  const guarded = `(${engineKey} === undefined ? '${missing}' : ${expression})`
  const answer = await run(guarded)
  if (answer.result.value !== missing) return answer
  await run(engineSource)
  return run(guarded)
}

/**
 * Calls a function of the engine of a frame.
 * @param capMs longest wait for the answer, milliseconds.
 * @throws DocumentGoneError; ActionFault `timeout` when the page does not answer or runs too long;
 *   AttemptEndedError.
 */
export async function ask<Name extends keyof Engine>(
  frame: Frame,
  clock: AttemptClock,
  capMs: number,
  name: Name,
  ...values: Parameters<Engine[Name]>
): Promise<Awaited<ReturnType<Engine[Name]>>> {
  const list = values.map((value) => JSON.stringify(value ?? null)).join(', ')
  const { result } = await answerOf(frame, clock, capMs, `${engineKey}.${name}(${list})`, true)
  return result.value as Awaited<ReturnType<Engine[Name]>>
}

/** Returns the id of the frame inside a held iframe; null when the iframe has no content. */
export async function contentFrameId(frame: Frame, clock: AttemptClock, capMs: number, held: string) {
  const { result } = await answerOf(frame, clock, capMs, `${engineKey}.take(${JSON.stringify(held)})`, false)
  const { objectId } = result
  if (objectId === undefined) return null
  try {
    const { node } = await clock.step(sessionOf(frame).send('DOM.describeNode', { objectId }), capMs)
    return node.frameId ?? null
  } catch (error) {
    throw asGone(error)
  }
}

async function answerOf(frame: Frame, clock: AttemptClock, capMs: number, expression: string, byValue: boolean) {
  try {
    const answer = await clock.step(evaluate(frame, expression, byValue), capMs)
    const { exceptionDetails } = answer
    if (exceptionDetails === undefined) return answer
    const text = exceptionDetails.exception?.description ?? exceptionDetails.text
    throw new DocumentGoneError(text)
  } catch (error) {
    if (error instanceof StepTimeoutError) throw new ActionFault('timeout', 'the page did not answer in time')
    if (error instanceof Error && /terminated/i.test(error.message)) {
      throw new ActionFault('timeout', `finding the element in the page took more than ${scriptMaxMs} ms`)
    }
    throw asGone(error)
  }
}
