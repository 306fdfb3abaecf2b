/**
 * The files behind the console. TypeScript is served without its types, libraries as they are published. The path of
 * each file contains a version derived from the content of all, so that browsers can keep them indefinitely.
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { consoleLimits } from '@seine/shared/config/console-limits.ts'
import { consoleLibraries } from './console-libraries.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const script = 'text/javascript; charset=utf-8'
const mediaTypes: Record<string, string> = {
  ts: script,
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

/** A file of the console in memory. */
export interface ConsoleFile {
  media: string
  plain: Buffer
  /** Returns the brotli form; it is made at the first call. */
  packed(): Promise<Buffer>
}

/** All files of the console. */
export interface ConsoleFiles {
  /** Changes with the content of any file. */
  version: string
  /** By path below the folder of the version, such as `frame/start.ts`. */
  byPath: ReadonlyMap<string, ConsoleFile>
}

const pack = promisify(brotliCompress)

function consoleFile(media: string, plain: Buffer): ConsoleFile {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: consoleLimits.brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  let packing: Promise<Buffer> | null = null
  return { media, plain, packed: async () => await (packing ??= pack(plain, { params })) }
}

/** Paths of the files that browsers load: the server's own code and tests are not among them. */
const ownPaths = (): string[] =>
  globSync('**/*.{ts,css,svg}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/^server\/|\.test\.ts$|(?:^|\/)testing\//.test(path))
    .toSorted()

/** Removes the types of a module; line and column of the code stay as they are. */
const scriptOf = (text: string): string => stripTypeScriptTypes(text, { mode: 'strip' })

function load(): ConsoleFiles {
  const byPath = new Map<string, ConsoleFile>()
  for (const path of ownPaths()) {
    const text = readFileSync(join(root, path), 'utf8')
    const extension = path.slice(path.lastIndexOf('.') + 1)
    const content = extension === 'ts' ? scriptOf(text) : text
    byPath.set(path, consoleFile(mediaTypes[extension] ?? script, Buffer.from(content)))
  }
  for (const { path, file } of consoleLibraries) byPath.set(path, consoleFile(script, readFileSync(file)))
  const hash = createHash('sha256')
  for (const [path, { plain }] of byPath) hash.update(`${path}\n${plain.length}\n`).update(plain)
  return { version: hash.digest('hex').slice(0, 12), byPath }
}

let loaded: ConsoleFiles | null = null

/** Returns the files; they are read and stripped once per process, at the first call. */
export const consoleFiles = (): ConsoleFiles => (loaded ??= load())
