/** Go modules whose contents are known to this repository: fetched by `go`, and compared with a SHA-512. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'

export interface KnownModule {
  /** Path and version, `example.com/module@v1.2.3`. */
  module: string
  /** Of its contents, as `contentHash` makes it. */
  sha512: string
}

/**
 * SHA-512 of a module's contents, in base64: computed as Go's `h1` (golang.org/x/mod/sumdb/dirhash) is with
 * SHA-256, a digest over a sorted list of file digests and names. It does not depend on how the module
 * was compressed.
 * @param folder where the module was unpacked.
 * @param module path and version, the prefix of each name.
 * @param algorithm with `sha256` the result is that of `h1`.
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
 * Fetches a module and compares it.
 * @param cwd folder of a module of this repository, whose `go.sum` holds for it as well.
 * @returns the folder with its contents.
 * @throws Error when it cannot be fetched, or is not the one that this repository knows.
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
    throw new Error(`${module} is not the one Seine knows (SHA-512 ${found}, expected ${sha512})`)
  }
  return folder
}

/** How modules are fetched; tests have a way of their own. */
export type FetchModule = typeof fetchModule
