import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { characterMapsFolder } from './reading/character-maps.ts'
import { convertPdf } from './convert-pdf.ts'
import { writePdf, type TestFont } from './testing/pdf-writer.ts'

/** Returns bytes as a Latin-1 string. */
const bytes = (hex: string): string => Buffer.from(hex, 'hex').toString('latin1')

const samples: readonly { font: TestFont; text: string; expected: string }[] = [
  // Shift_JIS, GBK and UTF-16 in big-endian order.
  { font: 'HeiseiMin-W3', text: bytes('93fa967b8cea'), expected: '日本語' },
  { font: 'STSong-Light', text: bytes('d6d0cec4'), expected: '中文' },
  { font: 'HYSMyeongJo-Medium', text: bytes('d55cad6dc5b4'), expected: '한국어' },
]

describe('PDF text in fonts with predefined character maps', () => {
  for (const { font, text, expected } of samples) {
    it(`is read where the maps are installed, and refused by name where not: ${font}`, async () => {
      const converted = convertPdf({
        kind: 'pdf',
        bytes: writePdf({ pages: [{ texts: [{ text, x: 72, y: 700, font }] }] }),
        text: '',
        url: 'https://example.com/paper.pdf',
        mediaType: 'application/pdf',
        deadlineMs: Infinity,
      })
      if (characterMapsFolder() === null) {
        await assert.rejects(converted, { code: 'document_without_text', message: /fonts/ })
      } else assert.match((await converted).html, new RegExp(`<p>${expected}</p>`))
    })
  }
})
