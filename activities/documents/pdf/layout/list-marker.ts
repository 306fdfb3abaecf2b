/** Recognizes the markers that list items begin with. */
import type { ListMarker } from './blocks.ts'
import { segmentText, type Line } from './lines.ts'

/** A marker at the beginning of a line, and its length up to the text of the item. */
export interface FoundMarker {
  marker: ListMarker
  length: number
}

const bullet = /^[•◦▪▫‣⁃●○■□◆◇►▸➢➤❖✓✔·∙\uf0b7\uf0a7\uf0d8\uf076\uf0fc\uf02d–—-](?:\s+|(?=[^\s\d-])(?<![–—·-]))/u
const ordered = /^(?:\((\d{1,3}|[a-z])\)|(\d{1,3}|[a-zA-Z])[.)])\s+/

/** @returns the marker at the beginning of a text, or null. */
export function listMarker(text: string): FoundMarker | null {
  const sign = bullet.exec(text)
  if (sign !== null) return { marker: { number: null }, length: sign[0].length }
  const counted = ordered.exec(text)
  if (counted === null) return null
  const count = counted[1] ?? counted[2] ?? ''
  const number = /\d/.test(count) ? Number(count) : count.toLowerCase().charCodeAt(0) - 0x60
  return { marker: { number }, length: counted[0].length }
}

/** Returns whether a text is only a marker. */
export const isBareMarker = (text: string): boolean => {
  const found = listMarker(`${text} `)
  return found !== null && found.length > text.length
}

/** Maximum distance between a number and its text, in font sizes; farther away it is a table cell. */
const numberGapMax = 3

/** Returns the marker of a line, including a number without a sign that is separated from its text. */
export function markerOf({ text, cells, size }: Line): FoundMarker | null {
  const [first, second, third] = cells
  if (first === undefined || second === undefined || third !== undefined) return listMarker(text)
  const number = segmentText(first)
  const isCount = /^\d{1,3}$/.test(number) && second.left - first.right < numberGapMax * size
  if (!isCount || !/^["“‘(]?\p{L}/u.test(segmentText(second))) return listMarker(text)
  return { marker: { number: Number(number) }, length: number.length + 1 }
}
