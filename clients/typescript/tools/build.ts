/**
 * Builds what the package contains: JavaScript and types in `dist`, and the manual page. `pack.ts` packs it; nothing runs
 * where the package is installed.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { manualPage } from '../src/shell/help-text.ts'
import { clientVersion } from '../src/version.ts'

const folder = join(import.meta.dirname, '..')
const dist = join(folder, 'dist')
// Built beside it and then put in its place, because another build may run.
const draft = join(folder, `dist.${process.pid}`)
const old = join(folder, `dist.${process.pid}.old`)

const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
try {
  execFileSync(process.execPath, [compiler, '-p', join(folder, 'tsconfig.build.json'), '--outDir', draft], {
    stdio: 'inherit',
  })
  writeFileSync(join(draft, 'seine.1'), manualPage(clientVersion))
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(draft, dist)
} finally {
  for (const path of [draft, old]) rmSync(path, { recursive: true, force: true })
}
