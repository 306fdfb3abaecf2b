/** Reads `manifest.json` of a crawl archive leniently: damage is reported, never fatal. */
import { fieldsOf, textOrNull, type Fields } from '@seine/shared/values/json-fields.ts'

/** A scraped page; `file` is absent for a page whose final URL had been scraped before. */
export interface SavedPage {
  file: string | null
  sha256: string | null
  /** The original entry. */
  raw: Record<string, unknown>
}

/** A page without a result. */
export interface ManifestFailure {
  url: string
  code: string
  message: string
}

/** The parts of a manifest that the command uses. */
export interface ArchiveManifest {
  /** The complete manifest, for writing it again. */
  raw: Record<string, unknown>
  files: Record<string, unknown>
  pages: SavedPage[]
  failed: ManifestFailure[]
}

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])

/**
 * Reads a manifest.
 * @param bytes JSON in UTF-8.
 * @returns null when it is not a JSON object.
 */
export function readManifest(bytes: Uint8Array): ArchiveManifest | null {
  let raw: unknown
  try {
    raw = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null
  }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return null
  const fields = fieldsOf(raw)
  return {
    raw: fields,
    files: fieldsOf(fields['files']),
    pages: listOf(fields['pages']).map((page) => ({
      file: textOrNull(page['file']),
      sha256: textOrNull(page['sha256']),
      raw: page,
    })),
    failed: listOf(fields['failed']).map((failure) => ({
      url: textOrNull(failure['url']) ?? '',
      code: textOrNull(failure['code']) ?? 'unknown',
      message: textOrNull(failure['message']) ?? '',
    })),
  }
}

/**
 * Merges the manifests of several archives unpacked side by side, each below a folder named after its format: file
 * names get that folder as a prefix; the rest is common to all archives of a job.
 */
export function joinManifests(byFormat: ReadonlyMap<string, ArchiveManifest>): Fields {
  const first = [...byFormat.values()][0]
  const files: Fields = {}
  const pages: Fields[] = []
  for (const [format, manifest] of byFormat) {
    for (const [file, url] of Object.entries(manifest.files)) files[`${format}/${file}`] = url
    for (const page of manifest.pages) {
      pages.push(page.file === null ? { ...page.raw, format } : { ...page.raw, format, file: `${format}/${page.file}` })
    }
  }
  return { ...first?.raw, files, pages }
}
