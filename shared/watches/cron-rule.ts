/**
 * Checks cron expressions before they reach the workflow service, which parses them: it takes comments, time zone
 * prefixes and more than five fields, and accepts expressions that never fire.
 */

interface Field {
  name: string
  min: number
  max: number
  names: readonly string[]
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const fields: readonly Field[] = [
  { name: 'minute', min: 0, max: 59, names: [] },
  { name: 'hour', min: 0, max: 23, names: [] },
  { name: 'day of month', min: 1, max: 31, names: [] },
  { name: 'month', min: 1, max: 12, names: months },
  { name: 'day of week', min: 0, max: 7, names: days },
]

const lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function valueOf(text: string, { min, max, names }: Field): number | null {
  const named = names.indexOf(text.toLowerCase())
  const value = named >= 0 ? named + (min === 1 ? 1 : 0) : /^\d{1,2}$/.test(text) ? Number(text) : null
  return value === null || value < min || value > max ? null : value
}

/** Returns the values of one item of a list, such as `1-5/2`; null when it cannot be read. */
function itemValues(item: string, field: Field): number[] | null {
  const [range = '', stepText, extra] = item.split('/')
  if (extra !== undefined) return null
  const step = stepText === undefined ? 1 : /^\d{1,2}$/.test(stepText) ? Number(stepText) : 0
  if (step < 1) return null
  const [fromText = '', toText, more] = range.split('-')
  if (more !== undefined) return null
  const from = range === '*' ? field.min : valueOf(fromText, field)
  const single = stepText === undefined ? from : field.max
  const to = range === '*' ? field.max : toText === undefined ? single : valueOf(toText, field)
  if (from === null || to === null || to < from) return null
  const values: number[] = []
  for (let value = from; value <= to; value += step) values.push(value)
  return values
}

/** Returns all values of a field; null when it cannot be read. */
function fieldValues(text: string, field: Field): number[] | null {
  const lists = text.split(',').map((item) => itemValues(item, field))
  return lists.some((list) => list === null) ? null : lists.flatMap((list) => list ?? [])
}

/**
 * Returns the rule that a cron expression violates; null when it is valid and fires.
 * @param cron five fields: minute, hour, day of month, month, day of week.
 */
export function cronProblem(cron: string): string | null {
  if (cron.includes('#')) return 'must not contain `#`, which starts a comment'
  if (/^\s*(?:CRON_)?TZ=/i.test(cron)) return 'must not name a time zone: use `timezone`'
  const parts = cron.trim().split(/\s+/)
  if (parts.length !== fields.length) return 'must have five fields: minute, hour, day of month, month, day of week'
  const values = parts.map((part, at) => fieldValues(part, fields[at]!))
  const wrong = values.indexOf(null)
  if (wrong >= 0) {
    const { name, min, max } = fields[wrong]!
    return `has a ${name} that is not \`*\`, a number from ${min} to ${max}, a range, a step or a list of these`
  }
  const [, , monthDays = [], inMonths = []] = values as number[][]
  const isRestricted = (at: number): boolean => !parts[at]!.startsWith('*')
  if (isRestricted(2) && isRestricted(4)) {
    return 'must not restrict both day of month and day of week: both would have to hold'
  }
  const fires = (inMonths ?? []).some((month) => monthDays.some((day) => day <= lengths[month - 1]!))
  return fires ? null : 'never fires: no month has such a day'
}

const zoneNames = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/

/** Returns whether a text is the name of a time zone, such as `Europe/Berlin`. */
export function isTimezone(name: string): boolean {
  if (!zoneNames.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}
