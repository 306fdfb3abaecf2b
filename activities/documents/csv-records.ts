/** Reads delimited text (RFC 4180 and common deviations), one record at a time. */

/** Delimiters in order of preference. */
const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** Maximum number of columns, as in spreadsheets. */
const columnsMax = 16_384

const lineFeed = 0x0a
const carriageReturn = 0x0d

const linesLookedAt = 20
const charactersLookedAt = 20_000

/** Returns the delimiter in a first line such as "sep=;", as spreadsheets write it, and where the records begin. */
export function statedDelimiter(text: string): { delimiter: Delimiter; start: number } | null {
  const match = /^sep=([,;\t|])\r?\n/i.exec(text)
  const delimiter = delimiters.find((each) => each === match?.[1])
  return match === null || delimiter === undefined ? null : { delimiter, start: match[0].length }
}

/** Returns the delimiter that splits the first lines most evenly; a comma when none does. */
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

/** Returns the share of lines with as many fields as the first one, weighted by that number of fields. */
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
 * Yields the records of a text; empty lines are skipped. Linear: after a quote that is never closed, quotes are
 * treated as ordinary characters.
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
      // The rest of the line after the last column is skipped; a quote in it does not open a field.
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

/** Reads a quoted field and unescapes doubled quotes; null when the field is not closed. */
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
