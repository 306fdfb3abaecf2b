/** The folder a crawl is saved in: a new or empty one, so that two crawls never mix. */
import { access, constants, mkdir, readdir, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { UsageError } from '../command/usage-error.ts'

/** Parent folder of crawls without `--out`. */
const defaultParent = 'seine-out'

const systemCodeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

const pad = (n: number): string => String(n).padStart(2, '0')

/** Returns `<host>-<YYYYMMDD-HHMMSS>` in local time; a port is part of the host. */
export function folderName(url: string, at: Date): string {
  const host = new URL(url).host.replaceAll(/[^\p{L}\p{N}.-]+/gu, '_')
  const day = `${at.getFullYear()}${pad(at.getMonth() + 1)}${pad(at.getDate())}`
  return `${host}-${day}-${pad(at.getHours())}${pad(at.getMinutes())}${pad(at.getSeconds())}`
}

/** Returns why a folder is not new or empty; null when it is. */
async function whyUnusable(directory: string): Promise<string | null> {
  try {
    await access(directory, constants.W_OK | constants.X_OK)
    return (await readdir(directory)).length > 0 ? 'is not empty' : null
  } catch (error) {
    return systemCodeOf(error) === 'ENOTDIR' ? 'is not a folder' : `cannot be used (${String(systemCodeOf(error))})`
  }
}

/** An existing folder to save into. */
export interface ClaimedDirectory {
  /** Removes the folders that the claim has created, as long as they are empty. */
  release(): Promise<void>
}

/** Creates a folder. @returns a way to remove it again, or the reason why it could not be created. */
async function makeFolder(directory: string): Promise<ClaimedDirectory | string> {
  let made: string | undefined
  try {
    made = await mkdir(directory, { recursive: true })
  } catch (error) {
    return systemCodeOf(error) === 'EEXIST' ? 'is not a folder' : `cannot be created (${String(systemCodeOf(error))})`
  }
  return {
    async release() {
      if (made === undefined) return
      for (let folder = directory; folder.length >= made.length; folder = path.dirname(folder)) {
        try {
          await rmdir(folder)
        } catch {
          return
        }
      }
    },
  }
}

/**
 * Creates the folder that a crawl will be saved in or below, before the crawl starts.
 * @param named folder as typed with `--out`; null: a new one below `seine-out`.
 * @throws UsageError when the folder cannot be created or written, or a named one is not empty.
 */
export async function claimOutputDirectory(named: string | null, workingDirectory: string): Promise<ClaimedDirectory> {
  const directory = path.resolve(workingDirectory, named ?? defaultParent)
  const folder = await makeFolder(directory)
  const fault = typeof folder === 'string' ? folder : await whyUnusable(directory)
  if (typeof folder !== 'string' && (fault === null || (named === null && fault === 'is not empty'))) return folder
  throw new UsageError(
    named === null
      ? `crawls are saved in ./${defaultParent}, which ${fault}; choose another folder with --out`
      : `--out takes the name of a new or empty folder; ${JSON.stringify(named)} ${fault}`,
  )
}

/**
 * Creates the folder of a crawl.
 * @param named folder as typed with `--out`; null: a new one below `seine-out`.
 * @returns its absolute path; two crawls in the same second get two folders.
 */
export async function createOutputDirectory(
  named: string | null,
  workingDirectory: string,
  url: string,
  at: Date,
): Promise<string> {
  if (named !== null) {
    const directory = path.resolve(workingDirectory, named)
    await mkdir(directory, { recursive: true })
    return directory
  }
  const parent = path.join(workingDirectory, defaultParent)
  await mkdir(parent, { recursive: true })
  const base = path.join(parent, folderName(url, at))
  for (let n = 1; ; n += 1) {
    const directory = n === 1 ? base : `${base}-${n}`
    try {
      await mkdir(directory)
      return directory
    } catch (error) {
      if (systemCodeOf(error) !== 'EEXIST') throw error
    }
  }
}
