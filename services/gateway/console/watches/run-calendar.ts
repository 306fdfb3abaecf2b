/** Lays out the runs of a watch on a calendar of five weeks: a row a week from Monday, the last one with today. */
import type { RunView } from '@seine/shared/watches/runs.ts'

export interface CalendarDay {
  /** Year, month and day in the time zone of the reader. */
  date: Date
  /** The newest first. */
  runs: RunView[]
  /** Pages that were new, changed or removed, in all runs of the day. */
  changed: number
  hasFailure: boolean
  /** 0: no change, to 4: the most. */
  level: 0 | 1 | 2 | 3 | 4
  isToday: boolean
  isFuture: boolean
}

export const calendarWeeks = 5
const daysOfWeek = 7

/** Midnight of a day; days are counted by date, because not every day has 24 hours. */
const dayAt = (from: Date, days: number): Date => new Date(from.getFullYear(), from.getMonth(), from.getDate() + days)

const dayKey = (date: Date): string => `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`

/** Days since Monday. */
const weekday = (date: Date): number => (date.getDay() + 6) % daysOfWeek

const changesOf = ({ counts }: RunView): number => counts.new + counts.changed + counts.removed

/** Four levels by the logarithm of the changes, so that one very large day leaves the others distinct. */
export function changeLevel(changed: number): CalendarDay['level'] {
  if (changed <= 0) return 0
  if (changed < 5) return 1
  if (changed < 25) return 2
  return changed < 100 ? 3 : 4
}

/** The first day that the calendar shows. */
export const calendarStart = (now: Date): Date => dayAt(now, -weekday(now) - (calendarWeeks - 1) * daysOfWeek)

/** @param now a time of the last day that is not in the future. */
export function runCalendar(runs: readonly RunView[], now: Date): CalendarDay[][] {
  const byDay = new Map<string, RunView[]>()
  for (const run of runs) {
    const started = new Date(run.started_at)
    if (Number.isNaN(started.getTime())) continue
    const key = dayKey(started)
    byDay.set(key, [...(byDay.get(key) ?? []), run])
  }
  const first = calendarStart(now)
  const today = dayKey(now)
  const dayOf = (offset: number): CalendarDay => {
    const date = dayAt(first, offset)
    const key = dayKey(date)
    const held = (byDay.get(key) ?? []).toSorted((a, b) => b.started_at.localeCompare(a.started_at))
    const changed = held.reduce((sum, run) => sum + changesOf(run), 0)
    return {
      date,
      runs: held,
      changed,
      hasFailure: held.some(({ status }) => status === 'failed'),
      level: changeLevel(changed),
      isToday: key === today,
      isFuture: date > now,
    }
  }
  return Array.from({ length: calendarWeeks }, (_, week) =>
    Array.from({ length: daysOfWeek }, (_unused, day) => dayOf(week * daysOfWeek + day)),
  )
}
