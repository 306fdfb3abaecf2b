/** Whether the service answers. While it does not, the request that failed last is tried again until it does. */
import { signal } from '@preact/signals'
import { viewLimits } from '../console-view-limits.ts'

/** True while the service does not answer. */
export const away = signal(false)

/** Grows each time the service answers again: what was shown is read anew. */
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

/** @param again repeats the request that got no answer; resolves to true when there is one. */
export function serviceIsAway(again: () => Promise<boolean>): void {
  probe = again
  if (away.value) return
  away.value = true
  tries = 0
  plan()
}

/** Ends the tries: nobody is signed in. */
export function forgetAway(): void {
  clearTimeout(timer)
  probe = null
  away.value = false
}

addEventListener('online', () => void attempt())
addEventListener('offline', () => {
  if (!away.value) serviceIsAway(async () => await Promise.resolve(navigator.onLine))
})
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void attempt()
})
