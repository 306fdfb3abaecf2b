/**
 * Browserless as a program: `node browserless-program.ts DIRECTORY EXECUTABLE HOME PORT`, run in the directory of its
 * package. It looks for Chromium where Playwright installs it: HOME gets a script at that path that starts the
 * executable. Browsers that are not installed are disabled, or it refuses to start.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { quietFlags } from './quiet-flags.ts'

// Types for the few functions used of packages that are installed elsewhere.
interface Playwright {
  chromium: { executablePath(): string }
}
interface Package {
  Browserless: new () => {
    disableRoutes(...names: string[]): void
    start(): Promise<void>
    stop(): Promise<unknown>
  }
  BrowserlessRoutes: Record<string, string>
}

const [directory = '', executable = '', home = '', port = ''] = process.argv.slice(2)
Object.assign(process.env, {
  PLAYWRIGHT_BROWSERS_PATH: home,
  HOST: '127.0.0.1',
  PORT: port,
  CONCURRENT: '8',
  QUEUED: '100',
  TIMEOUT: '60000',
  DATA_DIR: join(home, 'data'),
  DOWNLOAD_DIR: join(home, 'downloads'),
  METRICS_JSON_PATH: join(home, 'metrics.json'),
  // Disables request logs.
  DEBUG: '-*',
})
for (const part of ['data', 'downloads']) mkdirSync(join(home, part), { recursive: true })

const own = createRequire(join(directory, 'node_modules/@browserless.io/browserless/package.json'))
const { chromium } = own('playwright-core') as Playwright
const expected = chromium.executablePath()
mkdirSync(dirname(expected), { recursive: true })
const quoted = [executable, ...quietFlags()].map((word) => `'${word}'`).join(' ')
writeFileSync(expected, `#!/bin/sh\nexec ${quoted} "$@"\n`)
chmodSync(expected, 0o755)

// It prints warnings about its own schemas.
console.warn = () => {}
const entry = own.resolve('@browserless.io/browserless')
const { Browserless, BrowserlessRoutes } = (await import(pathToFileURL(entry).href)) as Package
const server = new Browserless()
server.disableRoutes(
  ...Object.values(BrowserlessRoutes).filter((name) => /^(Chrome[A-Z]|Edge|Firefox|WebKit)/.test(name)),
)
process.once('SIGTERM', () => void server.stop().finally(() => process.exit()))
process.stdin.on('end', () => process.exit()).resume()
await server.start()
process.stdout.write('ready\n')
