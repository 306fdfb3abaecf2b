/** The wheel and the source archive of the Python client, and a fresh environment with the wheel. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkPython, clientFolder, pythonOf, runProgram } from './client-python.ts'

async function run(file: string, args: readonly string[], cwd: string): Promise<string> {
  const { code, stdout, output } = await runProgram({ file, args, cwd })
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}: ${output}`)
  return stdout
}

export interface BuiltClient {
  wheel: string
  sdist: string
}

/** Builds both without the network, from a folder with `pyproject.toml`. @param target folder of the files. */
export async function buildClient(target: string, source = clientFolder): Promise<BuiltClient> {
  await run(pythonOf(checkPython), ['-m', 'hatchling', 'build', '-d', target], source)
  const files = await readdir(target)
  const ending = (end: string): string =>
    join(
      target,
      files.find((name) => name.endsWith(end))!,
    )
  return { wheel: ending('.whl'), sdist: ending('.tar.gz') }
}

/**
 * Makes a fresh virtual environment and installs the wheel in it by pip. pip and the packages that it needs come from the
 * environment of the checks, so that nothing is downloaded.
 * @returns the folder of its programs.
 */
export async function installWheel(wheel: string, home: string): Promise<string> {
  const python = pythonOf(checkPython)
  await mkdir(home, { recursive: true })
  await run(python, ['-m', 'venv', '--without-pip', home], home)
  const bin = join(home, 'bin')
  const own = join(bin, 'python')
  const sitePackages = 'import sysconfig; print(sysconfig.get_path("purelib"))'
  const shared = (await run(python, ['-c', sitePackages], home)).trim()
  const target = (await run(own, ['-c', sitePackages], home)).trim()
  await writeFile(join(target, 'shared-packages.pth'), `${shared}\n`)
  await run(own, ['-m', 'pip', 'install', '--quiet', '--no-index', wheel], home)
  await run(own, ['-m', 'pip', 'check'], home)
  return bin
}
