/** Programs from npm that only tests of the clients run: installed at their first use, beside the repository. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A program in a package. */
export interface NpmProgram {
  name: string
  version: string
  /** File of the program in the package. */
  file: string
}

/** Packages that the programs need are those of this day, so that all machines run the same. */
const packagesOf = '2026-11-28'

/**
 * Returns the path of a program; installs its package first when it is missing.
 * @param cache folder that outlives the test.
 * @returns null when it cannot be had: without the registry.
 */
export async function npmProgram({ name, version, file }: NpmProgram, cache: string): Promise<string | null> {
  const folder = join(cache, 'runtimes', `${name.replaceAll(/[@/]/g, '_')}_${version}`)
  const program = join(folder, 'node_modules', name, file)
  if (existsSync(program)) return program
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{}')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', `--before=${packagesOf}`]
  try {
    await promisify(execFile)('npm', ['install', ...flags, `${name}@${version}`], { cwd: folder })
    return program
  } catch {
    return null
  }
}
