/**
 * Polls the service when no other request has been answered recently, so that every view shows an outage within
 * seconds.
 */
import { viewLimits } from '../console-view-limits.ts'
import { serviceIsAway } from './away.ts'
import { noteAnswer, sinceAnswerMs } from './last-answer.ts'
import { serviceAnswers } from './service-answers.ts'

/**
 * Polls while the tab is visible and no other request has been answered for a few seconds. Stops at the first poll
 * without an answer.
 * @returns a function that stops polling.
 */
export function watchService(): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking = false
  const inSight = (): boolean => document.visibilityState === 'visible' && !signal.aborted
  const ask = async (): Promise<void> => {
    if (asking || !inSight()) return
    const restMs = viewLimits.healthMs - sinceAnswerMs()
    if (restMs > 0) {
      timer = setTimeout(() => void ask(), restMs)
      return
    }
    asking = true
    const answered = await serviceAnswers().catch(() => false)
    asking = false
    // Browsers delay requests of hidden tabs, so a missing answer there does not mean an outage.
    if (!inSight()) return
    if (!answered) {
      serviceIsAway(serviceAnswers)
      return
    }
    noteAnswer()
    timer = setTimeout(() => void ask(), viewLimits.healthMs)
  }
  const look = (): void => {
    clearTimeout(timer)
    void ask()
  }
  document.addEventListener('visibilitychange', look, { signal })
  timer = setTimeout(() => void ask(), viewLimits.healthMs)
  return () => {
    clearTimeout(timer)
    ending.abort()
  }
}
