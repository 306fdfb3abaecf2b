/** Parses the `srcset` attribute: image candidates with their sizes (HTML standard, "parse a srcset attribute"). */

/** One image candidate. */
export interface PictureCandidate {
  reference: string
  /** Width in pixels or density; 1 when neither is stated. Comparable within one attribute only. */
  size: number
}

const setMaxCharacters = 20_000
const candidate = /[\s,]*([^\s]+)([^,]*)/y

/**
 * Parses a srcset.
 * @param set value of the attribute; only the first 20,000 characters are read.
 */
export function pictureCandidates(set: string): PictureCandidate[] {
  const text = set.slice(0, setMaxCharacters)
  const found: PictureCandidate[] = []
  candidate.lastIndex = 0
  while (candidate.lastIndex < text.length) {
    const start = candidate.lastIndex
    const match = candidate.exec(text)
    if (match === null) break
    const [, word = '', descriptor = ''] = match
    // A comma ends the URL only before white space; elsewhere it is part of the URL.
    const ended = word.endsWith(',')
    if (ended) candidate.lastIndex = start + match[0].length - descriptor.length
    const size = ended ? 1 : Number.parseFloat(descriptor)
    found.push({ reference: ended ? word.replace(/,+$/, '') : word, size: Number.isNaN(size) ? 1 : size })
  }
  return found
}
