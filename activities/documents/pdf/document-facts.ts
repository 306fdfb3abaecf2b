/** Reads what a PDF states about itself: information dictionary (ISO 32000-1, 14.3.3) and XMP. */

/** Facts for the head of the page that is written; null when not stated. */
export interface PdfFacts {
  title: string | null
  author: string | null
  description: string | null
  keywords: string | null
  language: string | null
  /** ISO 8601. */
  createdAt: string | null
  modifiedAt: string | null
}

/** Entries of the information dictionary; values can be of any type. */
export type InfoDictionary = Readonly<Record<string, unknown>>

/** Reads one property of the XMP packet, for example `dc:title`. */
export type XmpReader = (property: string) => unknown

/**
 * Reads the facts; the information dictionary has priority over XMP.
 * @param info information dictionary.
 * @param xmp reader of the XMP packet; null if none exists.
 */
export function documentFacts(info: InfoDictionary, xmp: XmpReader | null): PdfFacts {
  const fromXmp = (property: string): string | null => cleanText(xmp?.(property))
  return {
    title: titleOf(cleanText(info['Title'])) ?? titleOf(fromXmp('dc:title')),
    author: authorOf(cleanText(info['Author']) ?? fromXmp('dc:creator')),
    description: cleanText(info['Subject']) ?? fromXmp('dc:description'),
    keywords: cleanText(info['Keywords']),
    language: languageOf(cleanText(info['Language']) ?? fromXmp('dc:language')),
    createdAt: dateOf(cleanText(info['CreationDate'])) ?? isoDate(fromXmp('xmp:createdate')),
    modifiedAt: dateOf(cleanText(info['ModDate'])) ?? isoDate(fromXmp('xmp:modifydate')),
  }
}

const factMaxLength = 1_000

function cleanText(value: unknown): string | null {
  const text = Array.isArray(value) ? value.filter((item) => typeof item === 'string').join(', ') : value
  if (typeof text !== 'string') return null
  const clean = text
    .slice(0, factMaxLength)
    // oxlint-disable-next-line no-control-regex -- control characters are left over from wrong encodings
    .replace(/[\u0000-\u001f\u007f\ufffd\s]+/g, ' ')
    .trim()
  return clean === '' ? null : clean
}

const producerPrefix =
  /^(?:microsoft (?:word|powerpoint|excel|office word)|powerpoint presentation|word document) *[-–:] */i
const fileSuffix = /\.(?:docx?|xlsx?|pptx?|odt|ods|odp|rtf|pdf|tex|dvi|ps|indd|qxd|qxp|fm|pub|pages|html?|txt|md)$/i
const junkTitle =
  /^(?:untitled(?:[- ]?\d+)?|title|(?:document|slide|presentation|dokument|book|layout|microsoft word|powerpoint presentation|no title|new document|print|output|scan|blank page|about:blank|null|undefined|default|unknown|none|\(anonymous\)|\(unspecified\))[ _-]?\d*)$/i

/** Returns a meaningful title; null for file names and placeholders. */
function titleOf(stated: string | null): string | null {
  if (stated === null) return null
  const bare = stated.replace(producerPrefix, '').trim()
  const isFile = fileSuffix.test(bare)
  const title = bare.replace(fileSuffix, '').trim()
  if (title.length < 2 || junkTitle.test(title) || /^[\d\s._-]+$/.test(title)) return null
  // A file name with spaces between words is accepted as a title.
  if (isFile && !/\s/.test(title)) return null
  return /^(?:file|https?):\/\//i.test(stated) || /^[A-Z]:\\/i.test(stated) ? null : title
}

const junkAuthor =
  /^(?:user|admin|administrator|owner|author|unknown|anonymous|none|null|default|root|microsoft|windows user|\(anonymous\)|\(unspecified\))\d*$/i

const authorOf = (stated: string | null): string | null => (stated === null || junkAuthor.test(stated) ? null : stated)

/** Returns a language tag (RFC 5646), or null. */
const languageOf = (stated: string | null): string | null =>
  stated !== null && /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(stated) ? stated : null

const pdfDate = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:(Z)|([+-])(\d{2})'?(\d{2})?)?/

/** Parses a PDF date (ISO 32000-1, 7.9.4) and returns it with the same precision. */
function dateOf(stated: string | null): string | null {
  // Some writers store an ISO 8601 date in this place.
  const parts = stated === null || isoDate(stated) !== null ? null : pdfDate.exec(stated)
  if (parts === null) return isoDate(stated)
  const [, year, month, day, hour, minute, second, zulu, sign, zoneHours, zoneMinutes] = parts
  if (year === undefined || !isYear(year)) return null
  if (month === undefined || day === undefined) return isoDate(month === undefined ? year : `${year}-${month}`)
  const date = `${year}-${month}-${day}`
  if (hour === undefined || minute === undefined) return isoDate(date)
  const zone =
    zulu === undefined ? (sign === undefined ? '' : `${sign}${zoneHours ?? '00'}:${zoneMinutes ?? '00'}`) : 'Z'
  return isoDate(`${date}T${hour}:${minute}:${second ?? '00'}${zone}`) ?? isoDate(date)
}

/** Returns false for implausible years, which come from clocks that were never set. */
const isYear = (year: string): boolean => Number(year) > 1_980 && Number(year) < 2_200

const isoDate = (stated: string | null): string | null =>
  stated !== null &&
  /^\d{4}(?:-\d{2}(?:-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?)?)?$/.test(stated) &&
  isYear(stated.slice(0, 4)) &&
  !Number.isNaN(Date.parse(stated))
    ? stated
    : null
