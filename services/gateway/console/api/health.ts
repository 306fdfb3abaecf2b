/** Watches whether the service answers at all: asked regularly, so that every view says within seconds when it does not. */
import { viewLimits } from '../console-view-limits.ts'
import { serviceIsAway } from './away.ts'
import { noteAnswer, sinceAnswerMs } from './last-answer.ts'
import { serviceAnswers } from './service-answers.ts'

/**
 * Asks while the tab is in sight and nothing else has been answered for a few seconds, until there is no answer or it is
 * ended.
 * @returns ends it.
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
    // What a tab out of sight did not get says nothing: browsers hold its requests back.
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
