/** Numbers, times and sizes in words. */

const numbers = new Intl.NumberFormat('en')

/** `12,345`. */
export const numberText = (value: number): string => numbers.format(value)

const two = (value: number): string => String(value).padStart(2, '0')

/** A duration as `0:04`, `2:04`, `1:02:04`. @param secs seconds. */
export function durationText(secs: number): string {
  const whole = Math.max(0, Math.floor(secs))
  const hours = Math.floor(whole / 3_600)
  const minutes = Math.floor(whole / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/** A short duration as `12 ms`, `1.2 s`, `2:04`. @param ms milliseconds. */
export function millisText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  return ms < 100_000 ? `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s` : durationText(ms / 1_000)
}

/** A size as `312 B`, `1.2 kB`, `3.4 MB`. @param bytes its bytes. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** How long ago a time was: `just now`, `4 min ago`, `3 h ago`, then the date. */
export function agoText(iso: string, nowMs: number = Date.now()): string {
  const secs = (nowMs - Date.parse(iso)) / 1_000
  if (Number.isNaN(secs)) return ''
  if (secs < 0) return dateText(iso)
  if (secs < 10) return 'just now'
  if (secs < 60) return `${Math.floor(secs)} s ago`
  if (secs < 3_600) return `${Math.floor(secs / 60)} min ago`
  if (secs < 86_400) return `${Math.floor(secs / 3_600)} h ago`
  return dateText(iso)
}

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** A time in the reader's zone. */
export function dateText(iso: string): string {
  const ms = Date.parse(iso)
  return Number.isNaN(ms) ? '' : dates.format(ms)
}

/** `1 page`, `2 pages`. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`
