/** Files that earlier releases have recorded: histories of workflows, stored objects, descriptions. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openFiles, releasesFolder } from './kept-releases.ts'

const folders = ['test/histories', releasesFolder]

/**
 * Returns the SHA-256 in hex of each recorded file by path.
 * @param root of the repository.
 */
export function recordedFiles(root: string): Record<string, string> {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{json,zst}`, { cwd: root }))
  const recorded = files.filter((file) => !openFiles.includes(basename(file))).toSorted()
  const hashOf = (file: string): string =>
    createHash('sha256')
      .update(readFileSync(join(root, file)))
      .digest('hex')
  return Object.fromEntries(recorded.map((file) => [file, hashOf(file)]))
}

/**
 * Returns a message for each file of a release that is changed or gone; further files are no fault.
 * @param listed files that belong to the release, with their hashes.
 * @param actual files as they are, with theirs.
 */
export function overwrittenFiles(
  version: string,
  listed: Record<string, string>,
  actual: Record<string, string>,
): string[] {
  const bad = Object.entries(listed).filter(([file, hash]) => actual[file] !== hash)
  return bad.map(([file]) => {
    const fault = actual[file] === undefined ? 'is missing' : 'was changed'
    return `${file} ${fault}. It belongs to release ${version}: jobs that this release has started and stored look like it, and only the old file shows that they still end. Restore it, keep the code that reads it, and record new data under another name.`
  })
}
