/** The files of a commit, which images are built from: changes that are not committed cannot get into them. */
import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withoutCredentials } from './without-credentials.ts'

const run = promisify(execFile)

export interface Commit {
  /** 40 hexadecimal digits. */
  id: string
  /** Time of the commit, seconds since 1970. */
  epochSecs: number
  /** URL of the remote `origin` without credentials; empty: none. */
  repository: string
  /** True when tracked files have changes that are not committed. */
  hasChanges: boolean
}

/** Reads the current commit of a repository. @throws Error outside of one */
export async function currentCommit(root: string): Promise<Commit> {
  const git = async (...args: string[]): Promise<string> => (await run('git', ['-C', root, ...args])).stdout.trim()
  const [id = '', seconds = ''] = (await git('log', '-1', '--format=%H %ct')).split(' ')
  return {
    id,
    epochSecs: Number(seconds),
    repository: withoutCredentials(await git('remote', 'get-url', 'origin').catch(() => '')),
    hasChanges: (await git('status', '--porcelain', '--untracked-files=no')) !== '',
  }
}

/** Writes the files of a commit into a folder, which is created. */
export async function writeCommit(root: string, commit: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const archive = join(folder, '.commit.tar')
  await run('git', ['-C', root, 'archive', '--format=tar', `--output=${archive}`, commit])
  await run('tar', ['-xf', archive, '-C', folder])
  await rm(archive)
}
