/** Settings that are lists: entries separated by commas, parsed one by one so that every invalid one is reported. */

/** The valid entries of a setting, and the problems of the others. */
export interface ReadEntries<Entry> {
  entries: Entry[]
  /** One text per invalid entry; each quotes the entry. */
  problems: string[]
}

/**
 * Parses a setting.
 * @param text entries separated by commas; blanks and empty entries are ignored.
 * @param parse returns the entry, or the violated rule.
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
