/** Durations in machine-readable and human-readable form. */

const textMaxCharacters = 200
const iso = /^P(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i
const part =
  /(\d+(?:[.,]\d+)?)\s*(days?|tage?n?|jours?|días?|giorni|日|hours?|hrs?|h|stunden?|std\.?|heures?|horas?|ore|時間|minutes?|minuten?|mins?\.?|minutos?|minuti|mn|m|分|seconds?|secs?|sekunden?|sek\.?|s|秒)(?!\p{Script=Latin})/giu

/**
 * Returns the seconds of a duration: `PT1H30M`, `1 h 30 min`, `1:42:05`, `90 Minuten`; null when the text is not a
 * duration.
 */
export function secondsIn(text: string): number | null {
  const near = text.slice(0, textMaxCharacters).trim()
  const match = iso.exec(near)
  if (match !== null && near.length > 2) {
    const [days, hours, minutes, seconds] = match.slice(1).map((each) => Number(each ?? 0))
    return (days ?? 0) * 86_400 + (hours ?? 0) * 3_600 + (minutes ?? 0) * 60 + (seconds ?? 0)
  }
  const clock = /^(?:(\d{1,3}):)?(\d{1,3}):(\d\d)$/.exec(near)
  if (clock !== null) return Number(clock[1] ?? 0) * 3_600 + Number(clock[2]) * 60 + Number(clock[3])
  let total: number | null = null
  for (const [, amount, unit] of near.matchAll(part)) {
    total = (total ?? 0) + Number((amount ?? '').replace(',', '.')) * secondsOf((unit ?? '').toLowerCase())
  }
  const short = /\d\s*h\s*(\d{1,2})$/i.exec(near)?.[1]
  return short === undefined ? total : (total ?? 0) + Number(short) * 60
}

function secondsOf(unit: string): number {
  if (/^(?:d|ta|j|gi|日)/u.test(unit)) return 86_400
  if (/^(?:h|st|or|時)/u.test(unit)) return 3_600
  return /^(?:m|分)/u.test(unit) ? 60 : 1
}

/** Formats seconds as an ISO 8601 duration, such as `PT1H30M`. */
export function isoDuration(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const time = `${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}${rest > 0 ? `${rest}S` : ''}`
  return `PT${time === '' ? '0S' : time}`
}
