/**
 * Loads sources whose types have already been removed, as in the images: `node --import` this file. Node.js would
 * otherwise load its own type stripper, a WebAssembly program of 10 to 15 MB of memory, into every thread. A script of
 * its own kind, because as TypeScript it would be the first to need the stripper.
 *
 * With `SEINE_DEV_PLAIN_SOURCES` it removes the types itself and keeps the results in that folder.
 */
import { hash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

const folder = process.env['SEINE_DEV_PLAIN_SOURCES']

/** @param {URL} url @returns {Buffer} the script, without types */
function scriptOf(url) {
  const source = readFileSync(url)
  if (folder === undefined) return source
  const kept = join(folder, `${hash('sha256', source)}.js`)
  try {
    return readFileSync(kept)
  } catch {
    const script = Buffer.from(stripTypeScriptTypes(source.toString()))
    writeFileSync(`${kept}.${process.pid}.${threadId}`, script)
    renameSync(`${kept}.${process.pid}.${threadId}`, kept)
    return script
  }
}

registerHooks({
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context)
    return { format: 'module', source: scriptOf(new URL(url)), shortCircuit: true }
  },
})
