/** The shape of a hostile input, and helpers to build one. */

/** One hostile input. */
export interface HostileInput {
  /** Description with its counts. */
  name: string
  contentType: string
  /**
   * Builds the bytes; they are large, so they are built only when needed.
   * @param share share of the counts in the name: 1 for all.
   */
  bytes: (share: number) => Uint8Array<ArrayBuffer>
  /** Text that the Markdown must contain; null when no text can be expected. */
  expect: string | null
}

/** Included in every input that has text. */
export const mark = 'readable words'
/** The mark in a paragraph. */
export const closing = `<p>${mark}</p>`

/** Returns the bytes of a text. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** A page of HTML. @param expect null when a browser shows no text either. */
export const page = (name: string, make: (share: number) => string, expect: string | null = mark): HostileInput => ({
  name,
  contentType: 'text/html; charset=utf-8',
  bytes: (share) => utf8(make(share)),
  expect,
})

/** Joins pieces built from their index. */
export const times = (count: number, piece: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => piece(index)).join('')

/** Repeats a piece until it has this length; characters count as bytes. */
export const megabytes = (count: number, piece: string): string =>
  piece.repeat(Math.ceil((count * 1024 * 1024) / piece.length))
