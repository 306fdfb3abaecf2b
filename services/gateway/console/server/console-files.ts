/**
 * The files behind the console. TypeScript is served without its types, libraries as they are published. The path of
 * each file contains a version derived from the sources of all, so that browsers can keep them indefinitely.
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { consoleLimits } from './console-limits.ts'
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
  /** Returns the content compressed with brotli; compressed at the first call. */
  packed(): Promise<Buffer>
}

/** All files of the console. */
export interface ConsoleFiles {
  /** Hash of all sources and of the Node.js version that strips their types. */
  version: string
  /** By path below the folder of the version, such as `frame/start.ts`. */
  byPath: ReadonlyMap<string, ConsoleFile>
}

const pack = promisify(brotliCompress)

function consoleFile(media: string, make: () => Buffer): ConsoleFile {
  let made: Buffer | null = null
  let packing: Promise<Buffer> | null = null
  const plain = (): Buffer => (made ??= make())
  const packNow = async (): Promise<Buffer> =>
    await pack(plain(), {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: consoleLimits.brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain().length,
      },
    })
  return {
    media,
    get plain() {
      return plain()
    },
    packed: async () => await (packing ??= packNow()),
  }
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
  // Node.js removes the types, at the first use of a module.
  const hash = createHash('sha256').update(`${process.version} ${String(scriptOf)}\n`)
  const add = (path: string, media: string, source: Buffer, make: () => Buffer): void => {
    hash.update(`${path}\n${source.length}\n`).update(source)
    byPath.set(path, consoleFile(media, make))
  }
  for (const path of ownPaths()) {
    const source = readFileSync(join(root, path))
    const extension = path.slice(path.lastIndexOf('.') + 1)
    const make = (): Buffer => (extension === 'ts' ? Buffer.from(scriptOf(source.toString())) : source)
    add(path, mediaTypes[extension] ?? script, source, make)
  }
  for (const { path, file } of consoleLibraries) {
    const source = readFileSync(file)
    add(path, script, source, () => source)
  }
  return { version: hash.digest('hex').slice(0, 12), byPath }
}

let loaded: ConsoleFiles | null = null

/**
 * Returns the files; they are read once per process, at the first call. Types are stripped at the first use of a
 * module, because stripping all of them takes an eighth of the CPU of a gateway's start.
 */
export const consoleFiles = (): ConsoleFiles => (loaded ??= load())
