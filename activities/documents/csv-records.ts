/** Reads delimited text (RFC 4180 and what is met in its place), one record at a time. */

/** Delimiters in order of preference. */
const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** As many as spreadsheets have. */
const columnsMax = 16_384

const lineFeed = 0x0a
const carriageReturn = 0x0d

const linesLookedAt = 20
const charactersLookedAt = 20_000

/** What a first line of "sep=;", as spreadsheets write it, says; and where the records begin. */
export function statedDelimiter(text: string): { delimiter: Delimiter; start: number } | null {
  const match = /^sep=([,;\t|])\r?\n/i.exec(text)
  const delimiter = delimiters.find((each) => each === match?.[1])
  return match === null || delimiter === undefined ? null : { delimiter, start: match[0].length }
}

/** The delimiter that parts the first lines most evenly; a comma where none does. */
export function likelyDelimiter(text: string): Delimiter {
  let best: Delimiter = ','
  let most = 0
  for (const delimiter of delimiters) {
    const score = evenness(text.slice(0, charactersLookedAt), delimiter)
    if (score > most) {
      best = delimiter
      most = score
    }
  }
  return best
}

/** Lines with as many fields as the first one, weighed by how many fields that is. */
function evenness(sample: string, delimiter: Delimiter): number {
  let fields = 0
  let same = 0
  let lines = 0
  for (const record of readRecords(sample, delimiter)) {
    if (lines === linesLookedAt) break
    if (lines === 0) fields = record.length
    if (record.length === fields) same++
    lines++
  }
  return fields < 2 ? 0 : (same / lines) * (1 + Math.log(fields))
}

/**
 * The records of a text; empty lines are passed over. Linear: a quote that is never closed is a
 * character like any other, and so are all after it.
 */
export function* readRecords(text: string, delimiter: Delimiter, start = 0): Generator<string[]> {
  const delimiterCode = delimiter.charCodeAt(0)
  let hasQuotes = true
  let record: string[] = []
  for (let at = start; at <= text.length;) {
    let value = ''
    if (hasQuotes && text.charAt(at) === '"') {
      const quoted = readQuoted(text, at)
      if (quoted === null) hasQuotes = false
      else {
        value = quoted.value
        at = quoted.end
      }
    }
    const end = fieldEnd(text, at, delimiterCode)
    if (record.length < columnsMax) record.push(value + text.slice(at, end))
    at = end + 1
    const code = text.charCodeAt(end)
    if (code === delimiterCode) {
      // What is beyond the last column is read over; a quote in it may open no field any more.
      if (record.length === columnsMax) at = lineEnd(text, at)
      continue
    }
    if (code === carriageReturn && text.charCodeAt(at) === lineFeed) at++
    if (record.length > 1 || record[0] !== '') yield record
    record = []
  }
}

function fieldEnd(text: string, from: number, delimiterCode: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === delimiterCode || code === lineFeed || code === carriageReturn) break
  }
  return at
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

/** A field in quotes, doubled quotes inside made single; null when nothing closes it. */
function readQuoted(text: string, start: number): { value: string; end: number } | null {
  let from = start + 1
  const parts: string[] = []
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return null
    if (text.charAt(quote + 1) !== '"') {
      parts.push(text.slice(from, quote))
      return { value: parts.join(''), end: quote + 1 }
    }
    parts.push(text.slice(from, quote + 1))
    from = quote + 2
  }
}
