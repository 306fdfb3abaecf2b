/** Settings that are lists: entries separated by commas, each read by itself so that every bad one is named. */

/** What came of a setting: the entries that can be read, and what is wrong with the others. */
export interface ReadEntries<Entry> {
  entries: Entry[]
  /** One text an entry that cannot be read; each quotes the entry. */
  problems: string[]
}

/**
 * Reads a setting.
 * @param text entries separated by commas; blanks and empty entries count for nothing.
 * @param parse gives the entry, or the rule that it breaks.
 */
export function readEntries<Entry extends object>(
  text: string,
  parse: (entry: string) => Entry | string,
): ReadEntries<Entry> {
  const read: ReadEntries<Entry> = { entries: [], problems: [] }
  for (const part of text.split(',')) {
    const entry = part.trim()
    if (entry === '') continue
    const outcome = parse(entry)
    if (typeof outcome === 'string') read.problems.push(`${JSON.stringify(entry)}: ${outcome}`)
    else read.entries.push(outcome)
  }
  return read
}
