/** Converts an image to a page: the image itself and what its headers state. No image data is decoded. */
import { decodeText } from '../html/charset/charset.ts'
import { escapeAttribute, escapeHtml } from '../html/html-text.ts'
import { parseTree, TooManyNodesError } from '../html/parse-tree.ts'
import { attribute, firstElement, textBelow, type TreeNode } from '../html/tree.ts'
import type { ConvertedDocument, DocumentSource } from '@seine/shared/pages/documents.ts'
import { fileNameOf } from './office/file-name.ts'
import { imageSize, type ImageSize } from './image-size.ts'
import { noProperties, documentPage } from './office/document-page.ts'

/** What an image states about itself. */
interface Facts {
  size: ImageSize | null
  title: string | null
  description: string | null
}

const formatNames: ReadonlyMap<string, string> = new Map([
  ['image/png', 'PNG'],
  ['image/jpeg', 'JPEG'],
  ['image/gif', 'GIF'],
  ['image/webp', 'WebP'],
  ['image/avif', 'AVIF'],
  ['image/heic', 'HEIC'],
  ['image/heif', 'HEIF'],
  ['image/bmp', 'BMP'],
  ['image/x-icon', 'ICO'],
  ['image/tiff', 'TIFF'],
  ['image/svg+xml', 'SVG'],
])

/** Converts an image; a truncated file is enough, because only the headers are read. */
export async function convertImage({ bytes, url, mediaType }: DocumentSource): Promise<ConvertedDocument> {
  const facts =
    mediaType === 'image/svg+xml'
      ? svgFacts(bytes)
      : { size: imageSize(bytes, mediaType), title: null, description: null }
  const name = facts.title ?? fileNameOf(url)
  const rows = [
    ['Format', formatNames.get(mediaType) ?? mediaType],
    ...(facts.size === null
      ? []
      : [
          ['Width', `${facts.size.width} px`],
          ['Height', `${facts.size.height} px`],
        ]),
    ['Size', `${bytes.byteLength} bytes`],
  ]
  const list = rows.map(([term = '', value = '']) => `<dt>${term}</dt><dd>${escapeHtml(value)}</dd>`).join('')
  const picture = `<p><img src="${escapeAttribute(url)}" alt="${escapeAttribute(name)}"></p>`
  const description = facts.description === null ? '' : `<p>${escapeHtml(facts.description)}</p>`
  const properties = { ...noProperties, title: name, description: facts.description }
  const html = documentPage(properties, `${picture}\n${description}<dl>${list}</dl>`, url)
  return { html, pages: null, degraded: null, warnings: facts.size === null ? ['the size cannot be read'] : [] }
}

const textMaxCharacters = 2_000

/** Reads an SVG: its size in pixels from attributes, or in its own units from the view box (SVG 2, 8.2); its title. */
function svgFacts(bytes: Uint8Array<ArrayBuffer>): Facts {
  const svg = svgElement(decodeText(bytes, null, 'image').text)
  if (svg === null) return { size: null, title: null, description: null }
  const box = (attribute(svg, 'viewBox') ?? attribute(svg, 'viewbox') ?? '').trim().split(/[\s,]+/, 4)
  const width = pixels(attribute(svg, 'width')) ?? pixels(box[2] ?? null)
  const height = pixels(attribute(svg, 'height')) ?? pixels(box[3] ?? null)
  const size = width === null || height === null ? null : { width, height }
  return { size, title: childText(svg, 'title'), description: childText(svg, 'desc') }
}

function svgElement(markup: string): TreeNode | null {
  try {
    return firstElement(parseTree(markup).document, 'svg')
  } catch (error) {
    if (error instanceof TooManyNodesError) return null
    throw error
  }
}

/** Returns a length without unit or in px, rounded; null for relative lengths. */
function pixels(length: string | null): number | null {
  const value = /^\s*(\d{1,9}(?:\.\d{1,9})?)(?:px)?\s*$/i.exec(length ?? '')?.[1]
  return value === undefined || Number(value) === 0 ? null : Math.round(Number(value))
}

function childText(svg: TreeNode, name: string): string | null {
  for (let child = svg.first; child !== null; child = child.next) {
    if (child.name !== name) continue
    const text = textBelow(child, textMaxCharacters).replaceAll(/\s+/g, ' ').trim()
    return text === '' ? null : text
  }
  return null
}
