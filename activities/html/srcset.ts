/** The `srcset` attribute: candidates of a picture with their sizes (HTML standard, "parse a srcset attribute"). */

/** One candidate. */
export interface PictureCandidate {
  reference: string
  /** Width in pixels or density, 1 when neither is stated; comparable within one attribute. */
  size: number
}

const setMaxCharacters = 20_000
const candidate = /[\s,]*([^\s]+)([^,]*)/y

/**
 * Reads a srcset.
 * @param set value of the attribute; what is beyond 20,000 characters is left out.
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
    // A comma ends the URL only where white space follows it; inside it is part of the URL.
    const ended = word.endsWith(',')
    if (ended) candidate.lastIndex = start + match[0].length - descriptor.length
    const size = ended ? 1 : Number.parseFloat(descriptor)
    found.push({ reference: ended ? word.replace(/,+$/, '') : word, size: Number.isNaN(size) ? 1 : size })
  }
  return found
}
