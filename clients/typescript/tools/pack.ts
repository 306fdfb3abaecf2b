/**
 * Packs the client as it is published: what `build.ts` makes, the guide, the licence, and a manifest without what only
 * the repository needs. Arguments go to `npm pack`.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const folder = join(import.meta.dirname, '..')

/** Returns the manifest to publish: without scripts, tools, and the entry of modules that are not packed. */
function publishedManifest(): object {
  const {
    private: _,
    scripts: _scripts,
    devDependencies: _tools,
    exports,
    ...manifest
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    private: boolean
    scripts: object
    devDependencies: object
    exports: Record<string, unknown>
  }
  const { './src/*': _sources, ...published } = exports
  return { ...manifest, exports: published }
}

await import('./build.ts')
const stage = mkdtempSync(join(tmpdir(), 'seine-pack-'))
try {
  cpSync(join(folder, 'dist'), join(stage, 'dist'), { recursive: true })
  copyFileSync(join(folder, 'README.md'), join(stage, 'README.md'))
  copyFileSync(join(folder, '../../LICENSE'), join(stage, 'LICENSE'))
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(publishedManifest(), null, 2)}\n`)
  // Where `npm pack` itself would write the package.
  const given = process.argv.slice(2)
  const target = given.some((each) => each.startsWith('--pack-destination')) ? [] : ['--pack-destination', resolve('.')]
  execFileSync('npm', ['pack', ...target, ...given], { cwd: stage, stdio: 'inherit' })
} finally {
  rmSync(stage, { recursive: true, force: true })
}
