/** The player of web archives ReplayWeb.page: obtained from the npm registry, and served with an archive on loopback. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { runLogged } from '@seine/tools/checkout/run-logged.ts'
import { waitForLock } from '@seine/cli/process/lock.ts'
import { cacheDirectory } from '@seine/tools/checkout/locations.ts'
import { forgetFailure, noteFailure, recentFailure } from '@seine/tools/setup/failure-marker.ts'

/** The package; it is not a dependency, because its own ones are those of a desktop program. */
const player = {
  name: 'replaywebpage',
  version: '2.5.3',
  sha512: 'nCj2PSON3BxeSJKE8AsYPyULv0XPZKJWfy4l9PyQre9SqwLZ+WKZVs/sfLqPOQ4GrH+0YkjbwOhr8cSTH08gsQ==',
}

/** The folder of the player, or why it is missing. */
const replayPlayer = await obtainPlayer(process.env['SEINE_DEV_CACHE_DIR'] ?? cacheDirectory(process.env))

/** Why tests with the player are skipped; false when they are not. */
export const playerSkip = 'missing' in replayPlayer ? `the player is not here: ${replayPlayer.missing}` : false

async function obtainPlayer(cache: string): Promise<{ folder: string } | { missing: string }> {
  const key = `${player.name}-${player.version}`
  const home = join(cache, key)
  const done = join(home, 'installed')
  const isInstalled = (): boolean => statSync(done, { throwIfNoEntry: false }) !== undefined
  const folder = join(home, 'package')
  if (isInstalled()) return { folder }
  mkdirSync(home, { recursive: true })
  const lock = await waitForLock(join(cache, 'locks', `${key}.lock`))
  try {
    if (isInstalled()) return { folder }
    const logFile = join(cache, 'logs', `${key}.log`)
    const failure = recentFailure(cache, key) ?? (await install(home, logFile))
    if (failure !== null) {
      noteFailure(cache, key, failure)
      return { missing: `it could not be installed: ${failure}, see ${logFile}` }
    }
    writeFileSync(done, '')
    forgetFailure(cache, key)
    return { folder }
  } finally {
    lock.release()
  }
}

/** Downloads and unpacks the package. @returns null, or why it failed. */
async function install(home: string, logFile: string): Promise<string | null> {
  const run = (file: string, args: readonly string[]) =>
    runLogged({ file, args, environment: process.env, cwd: home, logFile })
  const packed = await run('npm', ['pack', '--silent', `${player.name}@${player.version}`])
  if (packed !== null) return `npm: ${packed}`
  const archive = `${player.name}-${player.version}.tgz`
  const sum = createHash('sha512')
    .update(readFileSync(join(home, archive)))
    .digest('base64')
  if (sum !== player.sha512) return 'its content is not the expected one'
  const unpacked = await run('tar', ['-xzf', archive])
  return unpacked === null ? null : `tar: ${unpacked}`
}

/** A server with the player and archives. */
export interface ReplayServer {
  origin: string
  close(): Promise<void>
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  wacz: 'application/wacz+zip',
}

/** Starts the server. @param archives by name. */
export async function startReplay(archives: Readonly<Record<string, Buffer>>): Promise<ReplayServer> {
  if ('missing' in replayPlayer) throw new Error(replayPlayer.missing)
  const { folder } = replayPlayer
  const fileOf = (name: string): Buffer | null => {
    if (Object.hasOwn(archives, name)) return archives[name]!
    return ['index.html', 'ui.js', 'sw.js'].includes(name) ? readFileSync(join(folder, name)) : null
  }
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const name = path === '/' ? 'index.html' : path.slice(1)
    const file = fileOf(name)
    if (file === null) response.writeHead(404).end()
    else answer(request, response, file, types[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Answers with a file, or with the part of it that is requested: the player reads ranges of archives. */
function answer(request: IncomingMessage, response: ServerResponse, file: Buffer, type: string): void {
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '')
  const headers = { 'Content-Type': type, 'Accept-Ranges': 'bytes', 'Cache-Control': 'no-store' }
  if (range === null) {
    response.writeHead(200, { ...headers, 'Content-Length': file.length }).end(request.method === 'HEAD' ? '' : file)
    return
  }
  const [, from = '', to = ''] = range
  const start = from === '' ? Math.max(0, file.length - Number(to)) : Number(from)
  const end = from === '' || to === '' ? file.length - 1 : Math.min(Number(to), file.length - 1)
  const part = file.subarray(start, end + 1)
  const place = { 'Content-Range': `bytes ${start}-${end}/${file.length}`, 'Content-Length': part.length }
  response.writeHead(206, { ...headers, ...place }).end(request.method === 'HEAD' ? '' : part)
}
