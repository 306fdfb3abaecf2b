/** Saves the results of a crawl: every archive, its unpacked pages, one manifest and one ledger at the top level. */
import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { crawlCommandLimits } from './crawl-limits.ts'
import { joinManifests, type ArchiveManifest, type ManifestFailure } from './archive-manifest.ts'
import { downloadArchive, DownloadError, type DownloadLimits } from './download-archive.ts'
import { unpackArchive, type UnpackedArchive } from './unpack-archive.ts'

/** An archive on disk. */
export interface SavedArchive {
  format: string
  file: string
  bytes: number
}

/** The saved results of a crawl. */
export interface SavedCrawl {
  directory: string
  archives: SavedArchive[]
  /** Number of unpacked page files over all formats. */
  files: number
  /** Names of the files beside the archives: manifest and ledger, where they exist. */
  topFiles: string[]
  failed: ManifestFailure[]
  /** One line per problem: what is missing, changed, refused or could not be downloaded. */
  damage: string[]
}

/** Options for saving. */
export interface SaveOptions {
  /** An existing folder. */
  directory: string
  formats: readonly string[]
  /** Returns a fresh download link for a format; null if it has none, or none any more. */
  linkFor: (format: string) => Promise<string | null>
  limits: DownloadLimits
  note: (text: string) => void
}

const withFormat = (formats: readonly string[], format: string, line: string): string =>
  formats.length > 1 ? `${format}: ${line}` : line

/** Returns manifest and ledger: unchanged for one format, with the manifests joined for several. */
function topFiles(unpacked: ReadonlyMap<string, UnpackedArchive>, single: boolean): Map<string, Uint8Array | string> {
  const top = new Map<string, Uint8Array | string>()
  const manifests = new Map<string, ArchiveManifest>()
  for (const [format, { manifest, manifestBytes, ledgerBytes }] of unpacked) {
    if (manifest !== null) manifests.set(format, manifest)
    if (single && manifestBytes !== null) top.set('manifest.json', manifestBytes)
    if (ledgerBytes !== null) top.set('urls.jsonl', ledgerBytes)
  }
  if (!single && manifests.size > 0) {
    top.set('manifest.json', `${JSON.stringify(joinManifests(manifests), null, 2)}\n`)
  }
  return top
}

/**
 * Downloads and unpacks the archives of a job.
 *
 * One format: `<directory>/pages/...`. Several: `<directory>/<format>/pages/...`, with one manifest at the top level
 * whose file names contain the format. The ZIP files stay.
 *
 * @returns what was saved; a download that finally fails counts as damage, and the other formats continue.
 * @throws when the disk refuses a write, and the errors of `linkFor`.
 */
export async function saveArchives(options: SaveOptions): Promise<SavedCrawl> {
  const { directory, formats, linkFor, limits, note } = options
  const saved: SavedCrawl = { directory, archives: [], files: 0, topFiles: [], failed: [], damage: [] }
  const unpacked = new Map<string, UnpackedArchive>()
  const single = formats.length === 1
  for (const format of formats) {
    const file = path.join(directory, `${format}.zip`)
    const freshLink = () => linkFor(format)
    try {
      const bytes = await downloadArchive(freshLink, file, limits, (reason) =>
        note(`downloading ${format}.zip: ${reason}; trying again`),
      )
      saved.archives.push({ format, file, bytes })
    } catch (error) {
      if (!(error instanceof DownloadError)) throw error
      saved.damage.push(`${format}.zip: could not be downloaded (${error.message})`)
      continue
    }
    if ((await stat(file)).size > crawlCommandLimits.unpackMaxBytes) {
      note(`${format}.zip is too large to be unpacked here; it is saved as it is`)
      continue
    }
    const archive = await unpackArchive(file, single ? directory : path.join(directory, format))
    unpacked.set(format, archive)
    saved.files += archive.files
    saved.damage.push(...archive.damage.map((line) => withFormat(formats, format, line)))
  }
  for (const [name, content] of topFiles(unpacked, single)) {
    await writeFile(path.join(directory, name), content)
    saved.topFiles.push(name)
  }
  // Every archive of a job lists the same failures.
  saved.failed = [...unpacked.values()].find(({ manifest }) => manifest !== null)?.manifest?.failed ?? []
  return saved
}
