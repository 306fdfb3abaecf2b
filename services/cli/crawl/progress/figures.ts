/** Figures as people read them: durations, sizes, counts, rates. */

const pad = (n: number): string => String(n).padStart(2, '0')

/** `8.4 s`, `1:05`, `2:03:09`. */
export function durationText(seconds: number): string {
  if (seconds < 59.95) return `${Math.max(0, seconds).toFixed(1)} s`
  return clockText(seconds)
}

/** `0:08`, `1:05`, `2:03:09`: the running clock of a progress display. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes}:${pad(whole % 60)}`
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`
}

/** `45 s`, `2 min`: a limit, rounded up. */
export const patienceText = (seconds: number): string =>
  seconds <= 60 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`

/** `312 B`, `4.2 kB`, `1.9 MB`: decimal units, as download tools show them. */
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

/** `1,234`. */
export const countText = (count: number): string => count.toLocaleString('en-US')

/** `1 page`, `1,234 pages`. */
export const countedText = (count: number, noun: string): string =>
  `${countText(count)} ${noun}${count === 1 ? '' : 's'}`

/** `0.4 pages/s`, `120 pages/s`. */
export const rateText = (perSec: number): string =>
  `${perSec < 100 ? perSec.toFixed(1) : countText(Math.round(perSec))} pages/s`
