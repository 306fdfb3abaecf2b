/** Test helpers that make and convert documents. */
import JSZip from 'jszip'
import type { ConvertedDocument, DocumentConverter, DocumentKind } from '@seine/shared/pages/documents.ts'

/** Returns a ZIP archive with these entries, in this order. */
export async function zipOf(entries: Readonly<Record<string, string | Uint8Array>>): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new JSZip()
  for (const [name, content] of Object.entries(entries)) zip.file(name, content)
  return new Uint8Array(await zip.generateAsync({ type: 'arraybuffer', compression: 'DEFLATE' }))
}

/** Converts bytes, without a deadline by default. */
export async function converted(
  convert: DocumentConverter,
  kind: DocumentKind,
  bytes: Uint8Array<ArrayBuffer>,
  deadlineMs = Infinity,
): Promise<ConvertedDocument> {
  return await convert({
    kind,
    bytes,
    text: '',
    url: 'https://example.com/files/my%20file.bin',
    mediaType: '',
    deadlineMs,
  })
}

/** Returns the body content of the page, without line breaks. */
export function bodyOf({ html }: ConvertedDocument): string {
  return html.slice(html.indexOf('<body>') + '<body>'.length, html.lastIndexOf('</body>')).replaceAll('\n', '')
}

/** Returns the relationships of a part (identifier, last part of the type, target); a URL target is external. */
export function relationshipsOf(entries: readonly (readonly [id: string, type: string, target: string])[]): string {
  const base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
  const items = entries.map(([id, type, target]) => {
    const mode = /^[a-z]+:/.test(target) ? ' TargetMode="External"' : ''
    return `<Relationship Id="${id}" Type="${base}${type}" Target="${target}"${mode}/>`
  })
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join('')}</Relationships>`
}
