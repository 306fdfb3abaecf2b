/** Writes small PDF documents for tests: positioned text, links, tags, encryption. */
import { pdfEncryption, type PdfPasswords } from './pdf-encryption.ts'

/** A standard font that every PDF reader provides. */
type StandardFont = 'Helvetica' | 'Helvetica-Bold' | 'Helvetica-Oblique' | 'Courier' | 'Times-Roman'
/** A font with one of the predefined character maps; its texts are bytes of that encoding. */
type MappedFont = keyof typeof mappedFonts
export type TestFont = StandardFont | MappedFont | 'Hebrew'

export interface TestText {
  text: string
  /** Points from the left and from the bottom of the page. */
  x: number
  y: number
  /** @default 10 */
  size?: number
  /** @default 'Helvetica' */
  font?: TestFont
  /** Structure element around it, for example `H1`. */
  tag?: string
}

/** Left, bottom, right and top in points. */
type TestRect = readonly [number, number, number, number]

export interface TestField {
  rect: TestRect
  name: string
  /** A text, or the state of a check box. */
  value: string | boolean
  /** Further entries of the annotation; they replace those that the value gives. */
  entries?: string
}

export interface TestPage {
  texts: readonly TestText[]
  links?: readonly { rect: TestRect; action: string }[]
  /** Fields of a form with their values. */
  fields?: readonly TestField[]
  /** Clockwise turn at which the page is shown, in degrees. */
  rotate?: 0 | 90 | 180 | 270
  /** True for a page that shows a picture. */
  hasPicture?: boolean
  /** Operators before those of the texts; `/Im0` is a picture. */
  drawing?: string
}

export interface TestDocument {
  pages: readonly TestPage[]
  info?: Readonly<Record<string, string>>
  /** Additional catalog entries in PDF syntax. */
  catalog?: string
  passwords?: PdfPasswords
}

const standardFonts: readonly StandardFont[] = [
  'Helvetica',
  'Helvetica-Bold',
  'Helvetica-Oblique',
  'Courier',
  'Times-Roman',
]
const mappedFonts = {
  'HeiseiMin-W3': { map: '90ms-RKSJ-H', collection: 'Japan1' },
  'STSong-Light': { map: 'GBK-EUC-H', collection: 'GB1' },
  'HYSMyeongJo-Medium': { map: 'UniKS-UCS2-H', collection: 'Korea1' },
} as const
const fonts: readonly TestFont[] = [...standardFonts, ...(Object.keys(mappedFonts) as MappedFont[]), 'Hebrew']

/** Bytes of the font `Hebrew`: A to Z and `[` are the letters from Alef to Tav. */
const hebrewMap = `/CIDInit /ProcSet findresource begin begincmap /CMapType 2 def
1 begincodespacerange <00> <FF> endcodespacerange
2 beginbfrange <20> <40> <0020> <41> <5B> <05D0> endbfrange endcmap end`

/** Returns an action that opens a URL. */
export const uriAction = (url: string): string => `<< /S /URI /URI (${url}) >>`

/** Returns lines of text below each other, 12 points apart. */
export const textLines = (lines: readonly string[], at: Omit<TestText, 'text'>): TestText[] =>
  lines.map((text, index) => ({ ...at, text, y: at.y - index * 12 }))

/** Returns a document as bytes; pages have 612 by 792 points. */
export function writePdf({ pages, info = {}, catalog = '', passwords }: TestDocument): Uint8Array<ArrayBuffer> {
  const file = new PdfFile(passwords)
  const tags = new TagTree()
  const catalogId = file.reserve()
  const treeId = file.reserve()
  const fontIds = [
    ...standardFonts.map((font) =>
      file.add(`<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`),
    ),
    ...Object.entries(mappedFonts).map(([name, { map, collection }]) => {
      const system = `<< /Registry (Adobe) /Ordering (${collection}) /Supplement 2 >>`
      const descendant = file.add(
        `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${name} /CIDSystemInfo ${system} /DW 1000 ` +
          `/FontDescriptor << /Type /FontDescriptor /FontName /${name} /Flags 4 >> >>`,
      )
      return file.add(
        `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /${map} /DescendantFonts [${descendant} 0 R] >>`,
      )
    }),
  ]
  const mapId = file.addStream(hebrewMap)
  fontIds.push(file.add(`<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode ${mapId} 0 R >>`))
  const pictureId = file.addStream(
    '\x80',
    '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
  )
  const fieldIds: number[] = []
  const fontEntries = fontIds.map((id, index) => `/F${index} ${id} 0 R`).join(' ')
  const pageIds = pages.map(
    ({ texts, links = [], fields = [], rotate = 0, hasPicture = false, drawing = '' }, number) => {
      const pageId = file.reserve()
      const annotations = links.map(({ rect, action }) =>
        file.add(`<< /Type /Annot /Subtype /Link /Rect [${rect.join(' ')}] /A ${action} >>`),
      )
      for (const field of fields) {
        const id = file.add(widget(field, pageId))
        fieldIds.push(id)
        annotations.push(id)
      }
      const picture = hasPicture ? ['q 612 0 0 792 0 0 cm /Im0 Do Q'] : []
      const content = file.addStream(
        [...picture, drawing, ...texts.map((text) => operators(text, tags, pageId))].join('\n'),
      )
      file.set(
        pageId,
        `<< /Type /Page /Parent ${treeId} 0 R /MediaBox [0 0 612 792] /Rotate ${rotate} /Contents ${content} 0 R /StructParents ${number} ` +
          `/Resources << /Font << ${fontEntries} >> /XObject << /Im0 ${pictureId} 0 R >> >> /Annots [${annotations.map((id) => `${id} 0 R`).join(' ')}] >>`,
      )
      return pageId
    },
  )
  file.set(treeId, `<< /Type /Pages /Count ${pages.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] >>`)
  const structure = tags.isEmpty ? '' : `/MarkInfo << /Marked true >> /StructTreeRoot ${tags.write(file, pageIds)} 0 R`
  const form = fieldIds.length === 0 ? '' : `/AcroForm << /Fields [${fieldIds.map((id) => `${id} 0 R`).join(' ')}] >>`
  file.set(catalogId, `<< /Type /Catalog /Pages ${treeId} 0 R ${structure} ${form} ${catalog} >>`)
  const infoId = file.addDictionary(info)
  return file.bytes(catalogId, infoId)
}

function operators(text: TestText, tags: TagTree, pageId: number): string {
  const { x, y, size = 10, font = 'Helvetica', tag } = text
  const shown = `BT /F${fonts.indexOf(font)} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escaped(text.text)}) Tj ET`
  return tag === undefined ? shown : `/${tag} << /MCID ${tags.add(tag, pageId)} >> BDC ${shown} EMC`
}

function widget({ rect, name, value, entries }: TestField, pageId: number): string {
  const stated =
    entries !== undefined
      ? entries
      : typeof value === 'string'
        ? `/FT /Tx /V (${escaped(value)})`
        : `/FT /Btn /V /${value ? 'Yes' : 'Off'} /AS /${value ? 'Yes' : 'Off'}`
  const looks = typeof value === 'string' || entries !== undefined ? '' : '/AP << /N << /Yes null /Off null >> >>'
  return `<< /Type /Annot /Subtype /Widget /T (${escaped(name)}) ${stated} ${looks} /Rect [${rect.map((each) => (Number.isFinite(each) ? each : '/None')).join(' ')}] /P ${pageId} 0 R >>`
}

const escaped = (text: string): string => text.replace(/[\\()]/g, (sign) => `\\${sign}`)

/** Structure elements, one per piece of marked content. */
class TagTree {
  readonly #elements: { tag: string; pageId: number; mark: number }[] = []

  get isEmpty(): boolean {
    return this.#elements.length === 0
  }

  add(tag: string, pageId: number): number {
    const mark = this.#elements.filter((element) => element.pageId === pageId).length
    this.#elements.push({ tag, pageId, mark })
    return mark
  }

  write(file: PdfFile, pageIds: readonly number[]): number {
    const rootId = file.reserve()
    const elements = this.#elements.map(({ tag, pageId, mark }) => ({
      pageId,
      id: file.add(`<< /Type /StructElem /S /${tag} /P ${rootId} 0 R /Pg ${pageId} 0 R /K ${mark} >>`),
    }))
    const parents = pageIds.map(
      (pageId, number) => `${number} [${references(elements.filter((element) => element.pageId === pageId))}]`,
    )
    file.set(
      rootId,
      `<< /Type /StructTreeRoot /K [${references(elements)}] /ParentTree << /Nums [${parents.join(' ')}] >> >>`,
    )
    return rootId
  }
}

const references = (some: readonly { id: number }[]): string => some.map(({ id }) => `${id} 0 R`).join(' ')

/** Objects of a file; text is Latin-1, one byte per character. */
class PdfFile {
  readonly #objects: string[] = []
  readonly #encryption: ReturnType<typeof pdfEncryption> | null

  constructor(passwords: PdfPasswords | undefined) {
    this.#encryption = passwords === undefined ? null : pdfEncryption(passwords)
  }

  reserve(): number {
    return this.#objects.push('null')
  }

  set(id: number, body: string): void {
    this.#objects[id - 1] = body
  }

  add(body: string): number {
    return this.#objects.push(body)
  }

  addStream(content: string, entries = ''): number {
    const id = this.reserve()
    const data = this.#encrypted(id, content)
    this.set(id, `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`)
    return id
  }

  addDictionary(entries: Readonly<Record<string, string>>): number {
    const id = this.reserve()
    const written = Object.entries(entries).map(
      ([key, value]) => `/${key} <${Buffer.from(this.#encrypted(id, value), 'latin1').toString('hex')}>`,
    )
    this.set(id, `<< ${written.join(' ')} >>`)
    return id
  }

  bytes(rootId: number, infoId: number): Uint8Array<ArrayBuffer> {
    const encryptId = this.#encryption === null ? null : this.add(this.#encryption.dictionary)
    let file = '%PDF-1.4\n'
    const offsets = this.#objects.map((body, index) => {
      const offset = file.length
      file += `${index + 1} 0 obj\n${body}\nendobj\n`
      return offset
    })
    const start = file.length
    const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
    file += `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries.join('')}`
    const encrypt =
      encryptId === null ? '' : `/Encrypt ${encryptId} 0 R /ID [${this.#encryption?.id} ${this.#encryption?.id}]`
    file += `trailer\n<< /Size ${offsets.length + 1} /Root ${rootId} 0 R /Info ${infoId} 0 R ${encrypt} >>\n`
    file += `startxref\n${start}\n%%EOF\n`
    return new Uint8Array(Buffer.from(file, 'latin1'))
  }

  #encrypted(id: number, text: string): string {
    return this.#encryption === null ? text : this.#encryption.encrypt(id, text)
  }
}
