/** Serves the console: its document at `/` and at every view below `/console/`, and its files. */
import { consoleLimits } from './console-limits.ts'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import { consoleDocument, filePolicy, type ConsoleDocument } from './console-page.ts'
import { consoleFiles, type ConsoleFile } from './console-files.ts'

async function sendFile(req: Request, res: Response, file: ConsoleFile): Promise<void> {
  res.setHeader('Content-Type', file.media)
  res.setHeader('Cache-Control', `public, max-age=${consoleLimits.fileLifetimeSecs}, immutable`)
  res.setHeader('Content-Security-Policy', filePolicy)
  res.setHeader('Vary', 'Accept-Encoding')
  if (req.acceptsEncodings('br') !== 'br') {
    res.end(file.plain)
    return
  }
  res.setHeader('Content-Encoding', 'br')
  res.end(await file.packed())
}

function sendDocument(res: Response, { html, policy }: ConsoleDocument): void {
  res.setHeader('Content-Security-Policy', policy)
  res.setHeader('Cache-Control', 'no-cache')
  res.setHeader('X-DNS-Prefetch-Control', 'off')
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
  res.type('html').send(html)
}

/** Paths that return the document. */
const views = ['/', '/console', '/console/', '/console/*view']

/** Returns the number of folders between a path and the root of the service. */
const depthOf = (path: string): number => path.split('/').length - 2

/**
 * Creates the router; it is mounted at the root of the service, and passes on what does not belong to the console.
 * @param storeOrigin origin of the store's public endpoint, from which screenshots come; empty: none.
 * @param otherMethods answers requests with other methods than `GET` and `HEAD`.
 */
export function consoleRouter(storeOrigin: string, otherMethods: RequestHandler): Router {
  const { version, byPath } = consoleFiles()
  const documents = new Map<number, ConsoleDocument>()
  const documentAt = (depth: number): ConsoleDocument => {
    const root = depth === 0 ? './' : '../'.repeat(depth)
    const document = documents.get(depth) ?? consoleDocument(root, version, storeOrigin)
    documents.set(depth, document)
    return document
  }
  const router = Router({ caseSensitive: true, strict: true })
  router.get(`/console/${version}/*path`, async (req, res, next) => {
    const { path } = req.params as { path: string | string[] }
    const file = byPath.get([path].flat().join('/'))
    if (file === undefined) next()
    else await sendFile(req, res, file)
  })
  router.get(views, (req, res, next) => {
    const depth = depthOf(req.path)
    // Paths of files of another version look like views, but have a file extension.
    if (depth > consoleLimits.viewDepthMax || /^\/console\/[0-9a-f]{12}\//.test(req.path)) next()
    else sendDocument(res, documentAt(depth))
  })
  router.all(views, (req, res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD') next()
    else otherMethods(req, res, next)
  })
  return router
}
