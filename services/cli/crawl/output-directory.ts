/** The folder a crawl is saved in: a new or empty one, so that two crawls never mix. */
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { UsageError } from './arguments.ts'

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

const pad = (n: number): string => String(n).padStart(2, '0')

/** `<host>-<YYYYMMDD-HHMMSS>` in local time; a port is part of the host. */
export function folderName(url: string, at: Date): string {
  const host = new URL(url).host.replaceAll(/[^\p{L}\p{N}.-]+/gu, '_')
  const day = `${at.getFullYear()}${pad(at.getMonth() + 1)}${pad(at.getDate())}`
  return `${host}-${day}-${pad(at.getHours())}${pad(at.getMinutes())}${pad(at.getSeconds())}`
}

/**
 * Checks a folder the person named, before a crawl is spent on it.
 * @throws UsageError when it holds something or is no folder.
 */
export async function checkOutputDirectory(directory: string, asTyped: string): Promise<void> {
  try {
    if ((await readdir(directory)).length === 0) return
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    const what = codeOf(error) === 'ENOTDIR' ? 'is not a folder' : `cannot be read (${String(codeOf(error))})`
    throw new UsageError(`--out takes the name of a new or empty folder; ${JSON.stringify(asTyped)} ${what}`)
  }
  throw new UsageError(`--out takes the name of a new or empty folder; ${JSON.stringify(asTyped)} is not empty`)
}

/**
 * Creates the folder of a crawl.
 * @param named absolute path the person asked for; null = a new one below `parent`.
 * @returns its absolute path; two crawls in the same second get two folders.
 */
export async function createOutputDirectory(
  named: string | null,
  parent: string,
  url: string,
  at: Date,
): Promise<string> {
  if (named !== null) {
    await mkdir(named, { recursive: true })
    return named
  }
  await mkdir(parent, { recursive: true })
  const base = path.join(parent, folderName(url, at))
  for (let n = 1; ; n += 1) {
    const directory = n === 1 ? base : `${base}-${n}`
    try {
      await mkdir(directory)
      return directory
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}
