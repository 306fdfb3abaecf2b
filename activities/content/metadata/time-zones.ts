/** Offsets of the time zones that pages name by abbreviations. */

/** Names with one common meaning. */
const offsets: Readonly<Record<string, string>> = {
  WET: '+00:00', WEST: '+01:00', BST: '+01:00', CET: '+01:00', MEZ: '+01:00', CEST: '+02:00', MESZ: '+02:00', SAST: '+02:00',
  EET: '+02:00', EEST: '+03:00', MSK: '+03:00', TRT: '+03:00', PKT: '+05:00', WIB: '+07:00', SGT: '+08:00', HKT: '+08:00',
  AWST: '+08:00', JST: '+09:00', KST: '+09:00', ACST: '+09:30', AEST: '+10:00', ACDT: '+10:30', AEDT: '+11:00',
  NZST: '+12:00', NZDT: '+13:00', NST: '-03:30', NDT: '-02:30', BRT: '-03:00', ADT: '-03:00', EDT: '-04:00', EST: '-05:00',
  CDT: '-05:00', MDT: '-06:00', MST: '-07:00', PDT: '-07:00', PST: '-08:00', AKDT: '-08:00', AKST: '-09:00',
  HST: '-10:00',
} // prettier-ignore

/** Other names of zones: those of several countries, and those whose offset depends on the day. */
const otherZone =
  /^(?:IST|IDT|AST|CST|GST|ET|CT|MT|PT|CLT|COT|WAT|CAT|EAT|ICT|PHT|MYT|local\s+time|[A-Z][a-z]+(?:\s+(?:Standard|Daylight|Summer))?\s+Time|(?:Africa|America|Asia|Australia|Europe|Pacific)\/\w+)(?![\p{L}\d])/u
const numeric = /^(?:(?:UTC|GMT)\s?([+-])(\d\d?)|([+-])(\d\d))(?::?(\d\d))?(?!\d)/

const rangeEnd = /^(?:[-–—]\s*|\s+[-–—]\s+)\d{1,2}(?!\d)/

/**
 * True when what follows a time of day is the end of a range: `-12:00` in `10:00-12:00`, not in `10:00 -12:00`.
 * @param isMachineWritten true for a time with seconds or behind a `T`, whose hyphen begins an offset.
 */
export const isRangeEnd = (rest: string, isMachineWritten: boolean): boolean => !isMachineWritten && rangeEnd.test(rest)

/**
 * Returns the offset of the zone that a text begins with.
 * @param text behind a time of day; white space and a bracket may precede the zone.
 * @returns such as `-05:00`, and `Z`; `unknown` for a zone with no single offset; null when the text names none.
 */
export function zoneAt(text: string): string | null {
  const rest = text.replace(/^[\s([]+/u, '')
  const [written, named, namedHours, plain, plainHours, minutes = '00'] = numeric.exec(rest) ?? []
  if (written !== undefined) {
    const hours = (namedHours ?? plainHours ?? '').padStart(2, '0')
    return Number(hours) > 14 || Number(minutes) > 59 ? null : `${named ?? plain ?? ''}${hours}:${minutes}`
  }
  if (/^(?:z|utc|gmt)(?!\p{L})/iu.test(rest)) return 'Z'
  const name = /^[A-Z]{2,4}(?![\p{L}\d])/u.exec(rest)?.[0] ?? ''
  if (Object.hasOwn(offsets, name)) return offsets[name] ?? null
  return otherZone.test(rest) ? 'unknown' : null
}
