/** Tracks whether the service answers. After a failed request, it repeats that request until the service answers. */
import { signal } from '@preact/signals'
import { viewLimits } from '../console-view-limits.ts'
import { serviceAnswers } from './service-answers.ts'

/** True while the service does not answer. */
export const away = signal(false)

/** Counts how often the service came back; views read their data again when it grows. */
export const revivals = signal(0)

let probe: (() => Promise<boolean>) | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let tries = 0
let trying = false

function plan(): void {
  const pauses = viewLimits.awayPausesMs
  timer = setTimeout(() => void attempt(), pauses[Math.min(tries, pauses.length - 1)])
  tries += 1
}

async function attempt(): Promise<void> {
  if (!away.value || trying || probe === null) return
  clearTimeout(timer)
  trying = true
  const answered = await probe().catch(() => false)
  trying = false
  if (!away.value) return
  if (!answered) {
    plan()
    return
  }
  away.value = false
  revivals.value += 1
}

/** @param again repeats the failed request; resolves to true when the service has answered. */
export function serviceIsAway(again: () => Promise<boolean>): void {
  probe = again
  if (away.value) return
  away.value = true
  tries = 0
  plan()
}

/** Stops repeating requests, because the session has ended. */
export function forgetAway(): void {
  clearTimeout(timer)
  probe = null
  away.value = false
}

addEventListener('online', () => void attempt())
addEventListener('offline', () => {
  // Without a network, a service on the same computer still answers.
  if (!away.value)
    void serviceAnswers()
      .catch(() => false)
      .then((answered) => {
        if (!answered) serviceIsAway(serviceAnswers)
      })
})
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void attempt()
})
