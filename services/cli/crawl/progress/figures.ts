/** Formats figures for people: durations, sizes, counts, rates. */

const pad = (n: number): string => String(n).padStart(2, '0')

/** Formats a duration: `8.4 s`, `1:05`, `2:03:09`. */
export function durationText(seconds: number): string {
  if (seconds < 59.95) return `${Math.max(0, seconds).toFixed(1)} s`
  return clockText(seconds)
}

/** Formats the running clock of a progress display: `0:08`, `1:05`, `2:03:09`. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes}:${pad(whole % 60)}`
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`
}

/** Formats a time limit, rounded up: `45 s`, `2 min`. */
export const patienceText = (seconds: number): string =>
  seconds <= 60 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`

/** Formats a size in decimal units, as download tools show them: `312 B`, `4.2 kB`, `1.9 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  const units = ['kB', 'MB', 'GB', 'TB'] as const
  let value = bytes / 1_000
  let unit = 0
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1_000
    unit += 1
  }
  return `${value.toFixed(1)} ${units[unit] ?? 'TB'}`
}

/** Formats a count: `1,234`. */
export const countText = (count: number): string => count.toLocaleString('en-US')

/** Formats a count with its noun: `1 page`, `1,234 pages`. */
export const countedText = (count: number, noun: string): string =>
  `${countText(count)} ${noun}${count === 1 ? '' : 's'}`

/** Formats a rate: `0.4 pages/s`, `120 pages/s`. */
export const rateText = (perSec: number): string =>
  `${perSec < 100 ? perSec.toFixed(1) : countText(Math.round(perSec))} pages/s`
