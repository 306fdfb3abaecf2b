/** The TypeScript client as its users have it: packed, and installed in an empty project without the registry. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

const clientFolder = fileURLToPath(new URL('../../clients/typescript/', import.meta.url))

/** An empty project with the client. */
export interface ClientProject {
  folder: string
  /** The packed client. */
  tarball: string
  /** Paths in the tarball, sorted. */
  files: string[]
  /** The installed package. */
  installed: string
  /** The installed command `seine`. */
  seine: string
  remove(): Promise<void>
}

/** Packs the client and installs it. */
export async function projectWithClient(): Promise<ClientProject> {
  const folder = await mkdtemp(join(tmpdir(), 'seine-client-'))
  await run('npm', ['run', '--silent', 'pack', '--', '--pack-destination', folder, '--loglevel=error'], {
    cwd: clientFolder,
  })
  const name = (await readdir(folder)).find((each) => each.endsWith('.tgz'))
  if (name === undefined) throw new Error('npm pack made no package')
  const tarball = join(folder, name)
  const { stdout } = await run('tar', ['-tzf', tarball])
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }))
  const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', ...flags, '--cache', join(folder, '.npm'), tarball], { cwd: folder })
  return {
    folder,
    tarball,
    files: stdout.trim().split('\n').toSorted(),
    installed: join(folder, 'node_modules/@seine/client'),
    seine: join(folder, 'node_modules/.bin/seine'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
