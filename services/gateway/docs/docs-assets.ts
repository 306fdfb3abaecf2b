/**
 * The files behind `GET /docs`: Swagger UI as published, and the service's own start script, samples and style. Their
 * path contains a version derived from their content, so that they can be cached indefinitely.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { Router } from 'express'

const require = createRequire(import.meta.url)
const own = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

const script = 'text/javascript; charset=utf-8'
const style = 'text/css; charset=utf-8'

/** File path and media type, by asset name. */
const files = {
  'swagger-ui-bundle.js': [require.resolve('swagger-ui-dist/swagger-ui-bundle.js'), script],
  'swagger-ui.css': [require.resolve('swagger-ui-dist/swagger-ui.css'), style],
  'tokens.css': [own('../console/styles/tokens.css'), style],
  'docs-page.css': [own('docs-page.css'), style],
  'docs-operations.css': [own('docs-operations.css'), style],
  'docs-schemas.css': [own('docs-schemas.css'), style],
  'docs-start.js': [own('docs-start.js'), script],
  'docs-responses.js': [own('docs-responses.js'), script],
  'docs-samples.js': [own('docs-samples.js'), script],
  'docs-icon.svg': [own('docs-icon.svg'), 'image/svg+xml'],
} as const

export type DocsAsset = keyof typeof files

interface LoadedFile {
  media: string
  plain: Buffer
  /** The gzip form; created on the first request. */
  packed: Promise<Buffer> | null
}

const pack = promisify(gzip)

/** Reads the files into memory: two megabytes, once per process. */
function load(): { version: string; byName: Map<string, LoadedFile> } {
  const hash = createHash('sha256')
  const byName = new Map<string, LoadedFile>()
  for (const [name, [path, media]] of Object.entries(files)) {
    const plain = readFileSync(path)
    hash.update(`${name}\n${plain.length}\n`).update(plain)
    byName.set(name, { media, plain, packed: null })
  }
  return { version: hash.digest('hex').slice(0, 12), byName }
}

let loaded: ReturnType<typeof load> | null = null
const assets = (): ReturnType<typeof load> => (loaded ??= load())

/** Returns the path of an asset below that of the page, such as `0123456789ab/docs-start.js`. */
export const assetPath = (name: DocsAsset): string => `${assets().version}/${name}`

/**
 * Creates a router for the files, to be mounted at the path of the page; other paths are passed to the next handler.
 */
export function docsAssets(): Router {
  const { version, byName } = assets()
  const router = Router({ caseSensitive: true, strict: true })
  router.get(`/${version}/:name`, async (req, res, next) => {
    const file = byName.get(req.params['name'] ?? '')
    if (file === undefined) {
      next()
      return
    }
    res.setHeader('Content-Type', file.media)
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    res.setHeader('Vary', 'Accept-Encoding')
    if (req.acceptsEncodings('gzip') === 'gzip') {
      file.packed ??= pack(file.plain, { level: constants.Z_BEST_COMPRESSION })
      res.setHeader('Content-Encoding', 'gzip')
      res.end(await file.packed)
      return
    }
    res.end(file.plain)
  })
  return router
}
