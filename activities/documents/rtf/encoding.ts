/** Encodings of text in Rich Text Format, by code page and by the character set of the font. */
import { TextDecoder } from '@exodus/bytes/encoding.js'

/** Labels of the Encoding Standard by Windows code page. */
const codePages: Readonly<Record<number, string>> = {
  866: 'ibm866', 874: 'windows-874', 932: 'shift_jis', 936: 'gbk', 949: 'euc-kr', 950: 'big5', 1250: 'windows-1250',
  1251: 'windows-1251', 1252: 'windows-1252', 1253: 'windows-1253', 1254: 'windows-1254', 1255: 'windows-1255',
  1256: 'windows-1256', 1257: 'windows-1257', 1258: 'windows-1258', 10000: 'macintosh', 10007: 'x-mac-cyrillic',
  20866: 'koi8-r', 28591: 'iso-8859-1', 28592: 'iso-8859-2', 54936: 'gb18030', 65001: 'utf-8',
} // prettier-ignore

/** Code pages by `\fcharset`; character sets that are not listed use the code page of the document. */
const characterSets: Readonly<Record<number, number>> = {
  77: 10000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256, 186: 1257,
  204: 1251, 222: 874, 238: 1250,
} // prettier-ignore

const defaultEncoding = 'windows-1252'

/** Returns the encoding of a code page; windows-1252 for an unknown one. */
export const encodingOfCodePage = (codePage: number): string => codePages[codePage] ?? defaultEncoding

/** Returns the encoding of a font's character set; null: use that of the document. */
export function encodingOfCharacterSet(characterSet: number): string | null {
  const codePage = characterSets[characterSet]
  return codePage === undefined ? null : encodingOfCodePage(codePage)
}

/** Collects bytes of one encoding at a time and decodes them. */
export class ByteText {
  readonly #decoders = new Map<string, TextDecoder>()
  #bytes: number[] = []
  #encoding = defaultEncoding

  /** Adds a byte; returns the text collected so far when the encoding changes. */
  add(code: number, encoding: string): string {
    const done = encoding === this.#encoding ? '' : this.take()
    this.#encoding = encoding
    this.#bytes.push(code)
    return done
  }

  /** Returns the text collected so far and clears it. */
  take(): string {
    if (this.#bytes.length === 0) return ''
    const bytes = Uint8Array.from(this.#bytes)
    this.#bytes = []
    let decoder = this.#decoders.get(this.#encoding)
    if (decoder === undefined) {
      decoder = new TextDecoder(this.#encoding)
      this.#decoders.set(this.#encoding, decoder)
    }
    return decoder.decode(bytes)
  }
}
