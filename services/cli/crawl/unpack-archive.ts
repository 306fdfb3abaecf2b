/** Unpacks one archive of a crawl, entry by entry, and compares every page with the manifest. */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import JSZip from 'jszip'
import { readManifest, type ArchiveManifest } from './archive-manifest.ts'
import { isDiskError } from './disk-error.ts'
import { entryNameFault } from './entry-name.ts'
import { errorMessage } from '@seine/shared/values/error-message.ts'

/** The contents of an archive. */
export interface UnpackedArchive {
  /** Number of files written, without manifest and ledger. */
  files: number
  manifest: ArchiveManifest | null
  /** `manifest.json` and `urls.jsonl` unchanged; the caller decides where they go. */
  manifestBytes: Uint8Array | null
  ledgerBytes: Uint8Array | null
  /** One line per entry that is missing, changed or refused. */
  damage: string[]
}

const manifestName = 'manifest.json'
const ledgerName = 'urls.jsonl'

/** Quotes an external name for display, so that nothing in it acts on a terminal. */
const shown = (name: string): string => JSON.stringify(name)

async function openArchive(file: string): Promise<JSZip | string> {
  const bytes = await readFile(file)
  try {
    return await JSZip.loadAsync(bytes)
  } catch (error) {
    // The library appends advice for programmers after the colon.
    return errorMessage(error).split(/\s*[:\n]/)[0] ?? 'unknown fault'
  }
}

/** Writes one entry below a folder; never overwrites an existing file. @returns its SHA-256 in hex. */
async function writeEntry(entry: JSZip.JSZipObject, folder: string): Promise<string> {
  const bytes = await entry.async('nodebuffer')
  const target = path.join(folder, entry.name)
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, bytes, { flag: 'wx' })
  return createHash('sha256').update(bytes).digest('hex')
}

/** Returns one line for each page whose file is missing or differs from the manifest. */
function compare(manifest: ArchiveManifest, digests: ReadonlyMap<string, string>): string[] {
  const lines: string[] = []
  for (const { file, sha256 } of manifest.pages) {
    if (file === null) continue
    const digest = digests.get(file)
    if (digest === undefined) lines.push(`${shown(file)}: missing from the archive`)
    else if (sha256 === null) lines.push(`${shown(file)}: the manifest has no sha256 for it`)
    else if (digest !== sha256.toLowerCase()) lines.push(`${shown(file)}: its sha256 differs from the manifest`)
  }
  return lines
}

/**
 * Unpacks an archive.
 * @param file the ZIP file.
 * @param folder where entries go, with their own folders; created when there is something to write.
 * @returns the contents; damage of any kind is reported in it, not thrown.
 * @throws only when the disk refuses a write.
 */
export async function unpackArchive(file: string, folder: string): Promise<UnpackedArchive> {
  const result: UnpackedArchive = { files: 0, manifest: null, manifestBytes: null, ledgerBytes: null, damage: [] }
  const zip = await openArchive(file)
  if (typeof zip === 'string') {
    result.damage.push(`${shown(path.basename(file))}: not a readable ZIP (${zip})`)
    return result
  }
  const digests = new Map<string, string>()
  for (const entry of Object.values(zip.files)) {
    if (entry.dir) continue
    const name = entry.unsafeOriginalName ?? entry.name
    const fault = entryNameFault(name)
    if (fault !== null) {
      result.damage.push(`${shown(name)}: refused, ${fault}`)
      continue
    }
    try {
      if (name === manifestName) result.manifestBytes = await entry.async('uint8array')
      else if (name === ledgerName) result.ledgerBytes = await entry.async('uint8array')
      else {
        digests.set(name, await writeEntry(entry, folder))
        result.files += 1
      }
    } catch (error) {
      if (isDiskError(error)) throw error
      result.damage.push(`${shown(name)}: ${errorMessage(error)}`)
    }
  }
  result.manifest = result.manifestBytes === null ? null : readManifest(result.manifestBytes)
  if (result.manifest === null) result.damage.push(`${manifestName}: missing or unreadable, nothing could be checked`)
  else result.damage.push(...compare(result.manifest, digests))
  return result
}
