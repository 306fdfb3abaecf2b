/** What a hostile input is, and what they are made of. */

/** One hostile input. */
export interface HostileInput {
  /** What it is, with its counts. */
  name: string
  contentType: string
  /**
   * Makes the bytes; they are large, so not before they are wanted.
   * @param share how much of the counts in the name: 1 for all.
   */
  bytes: (share: number) => Uint8Array<ArrayBuffer>
  /** Text the Markdown has to hold; null where nothing can be asked for. */
  expect: string | null
}

/** Stands in every input that has text. */
export const mark = 'readable words'
/** The same in a paragraph. */
export const closing = `<p>${mark}</p>`

/** Bytes of a text. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** A page of HTML. @param expect null where a browser shows nothing either. */
export const page = (name: string, make: (share: number) => string, expect: string | null = mark): HostileInput => ({
  name,
  contentType: 'text/html; charset=utf-8',
  bytes: (share) => utf8(make(share)),
  expect,
})

/** Pieces made from their number, joined. */
export const times = (count: number, piece: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => piece(index)).join('')

/** A piece repeated until it is so long; characters count as bytes. */
export const megabytes = (count: number, piece: string): string =>
  piece.repeat(Math.ceil((count * 1024 * 1024) / piece.length))
