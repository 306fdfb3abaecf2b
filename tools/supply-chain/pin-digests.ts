/**
 * `npm run pins [-- --write]`: asks registries for the current digest of every tag that this
 * repository names, except those that are to stay without one. Prints what differs from the files; with `--write` the
 * files get the digests, and the list of references without one loses those that were found. Exit code 1: a registry
 * gave no digest, or without `--write` something differs.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../checkout/locations.ts'
import {
  allReferences,
  filesWithReferences,
  readUnpinned,
  taggedName,
  unpinnedPath,
  withDigests,
  type ImageReference,
  type UnpinnedImage,
} from './image-references.ts'
import { manifestUrl, registryDigest } from './registry-digest.ts'

/** What was found. */
export interface PinReport {
  /** `name:tag` → digest, of every tag that a registry has answered for. */
  digests: Map<string, string>
  /** A line for each tag that has no digest yet or another one. */
  changes: string[]
  /** A line for each tag that no registry gave a digest for. */
  failures: string[]
}

/**
 * Asks for the digest of each tag, one after the other, as registries limit anonymous callers.
 * @param unpinned references without a digest; those that are to stay so are left out
 * @param digestOf asks the registry
 */
export async function askForDigests(
  references: readonly ImageReference[],
  unpinned: readonly UnpinnedImage[],
  digestOf: (reference: ImageReference) => Promise<string>,
): Promise<PinReport> {
  const report: PinReport = { digests: new Map(), changes: [], failures: [] }
  const leftOut = new Set(unpinned.filter(({ staysUnpinned }) => staysUnpinned).map(({ image }) => image))
  for (const [image, reference] of new Map(references.map((each) => [taggedName(each), each]))) {
    if (leftOut.has(image)) continue
    try {
      const digest = await digestOf(reference)
      report.digests.set(image, digest)
      if (digest !== reference.digest) report.changes.push(`${image}: ${reference.digest ?? 'no digest'} → ${digest}`)
    } catch (error) {
      report.failures.push(`${image}: ${(error as Error).message}`)
    }
  }
  return report
}

/** Writes the digests into the files of a repository. */
export function writeDigests(root: string, digests: ReadonlyMap<string, string>): void {
  for (const file of filesWithReferences(root)) {
    const path = join(root, file)
    const text = readFileSync(path, 'utf8')
    const pinned = withDigests(file, text, digests)
    if (pinned !== text) writeFileSync(path, pinned)
  }
  const left = readUnpinned(root).filter(({ image }) => !digests.has(image))
  writeFileSync(join(root, unpinnedPath), `${JSON.stringify(left, null, 2)}\n`)
}

if (import.meta.main) {
  const references = allReferences(repositoryRoot)
  const report = await askForDigests(
    references,
    readUnpinned(repositoryRoot),
    async ({ name, tag }) => await registryDigest(manifestUrl(name, tag)),
  )
  const isWriting = process.argv.includes('--write')
  if (isWriting) writeDigests(repositoryRoot, report.digests)
  for (const line of report.changes) console.log(line)
  for (const line of report.failures) console.error(line)
  if (report.failures.length > 0 || (!isWriting && report.changes.length > 0)) process.exitCode = 1
}
