/** Describes schedules and future times in words. */
import type { WatchAnswer } from './watch-answer.ts'

const units: readonly [seconds: number, one: string, many: string][] = [
  [604_800, 'week', 'weeks'],
  [86_400, 'day', 'days'],
  [3_600, 'hour', 'hours'],
  [60, 'minute', 'minutes'],
  [1, 'second', 'seconds'],
]

/** `every 5 minutes`; the largest unit that divides the interval. */
export function scheduleText({ cron, timezone, every_seconds: every }: WatchAnswer['schedule']): string {
  if (cron !== undefined) return `${cron} (${timezone ?? 'UTC'})`
  if (every === undefined) return ''
  const [seconds, one, many] = units.find(([length]) => every % length === 0) ?? units[4]!
  const count = every / seconds
  return count === 1 ? `every ${one}` : `every ${count} ${many}`
}

/** `in 3 h`; the past, and the next second, are `now`. */
export function timeUntil(at: string, now: Date): string {
  const minutes = Math.round((Date.parse(at) - now.getTime()) / 60_000)
  if (Number.isNaN(minutes)) return ''
  if (minutes < 1) return 'now'
  if (minutes < 90) return `in ${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 36 ? `in ${hours} h` : `in ${Math.round(hours / 24)} days`
}
