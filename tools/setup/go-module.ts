/** Fetches Go modules whose contents this repository pins: `go` downloads them, and their SHA-512 is compared. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'

export interface KnownModule {
  /** Path and version, `example.com/module@v1.2.3`. */
  module: string
  /** SHA-512 of its contents, as computed by `contentHash`. */
  sha512: string
}

/**
 * Returns the SHA-512 of a module's contents, in base64: computed like Go's `h1` (golang.org/x/mod/sumdb/dirhash),
 * which uses SHA-256, as a digest over a sorted list of file digests and names. It does not depend on how the module
 * was compressed.
 * @param folder folder into which the module was unpacked.
 * @param module path and version, the prefix of each name.
 * @param algorithm `sha256` gives the result of `h1`.
 */
export function contentHash(folder: string, module: string, algorithm: 'sha512' | 'sha256' = 'sha512'): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const names = entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  const lines = names
    .map((name) => `${module}/${name}`)
    .toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    .map((name) => {
      const digest = createHash(algorithm).update(readFileSync(join(folder, name.slice(module.length + 1))))
      return `${digest.digest('hex')}  ${name}\n`
    })
  return createHash(algorithm).update(lines.join('')).digest('base64')
}

/**
 * Fetches a module and verifies it.
 * @param cwd folder of a module of this repository whose `go.sum` also covers the fetched module.
 * @returns the folder with its contents.
 * @throws Error when it cannot be fetched, or differs from the pinned contents.
 */
export async function fetchModule(
  { module, sha512 }: KnownModule,
  cwd: string,
  environment: Record<string, string | undefined>,
): Promise<string> {
  const args = ['mod', 'download', '-json', module]
  const { stdout } = await promisify(execFile)('go', args, { cwd, env: environment })
  const { Dir: folder } = JSON.parse(stdout) as { Dir: string }
  const found = contentHash(folder, module)
  if (found !== sha512) {
    throw new Error(`${module} is not the version that Seine expects (SHA-512 ${found}, expected ${sha512})`)
  }
  return folder
}

/** The function that fetches modules; tests replace it. */
export type FetchModule = typeof fetchModule
