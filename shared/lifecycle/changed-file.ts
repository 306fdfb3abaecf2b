/** Reads a file only when it has changed, or when a link to it points to another file. */
import { open } from 'node:fs/promises'

/** Text of a file, and the mark by which a change is detected. */
export interface FileVersion {
  text: string
  mark: string
}

/**
 * Reads a file. It is opened once, so that mark and text belong to the same file.
 * @param mark of the version that is known; empty: none.
 * @returns null when the mark is unchanged.
 * @throws the error of the file system.
 */
export async function readChanged(path: string, mark: string): Promise<FileVersion | null> {
  const file = await open(path)
  try {
    const { dev, ino, size, mtimeNs } = await file.stat({ bigint: true })
    const now = [dev, ino, size, mtimeNs].join(':')
    return now === mark ? null : { text: await file.readFile('utf8'), mark: now }
  } finally {
    await file.close()
  }
}
