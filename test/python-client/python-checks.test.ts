/** Lint, types and unit tests of the Python client, on every Python that the machine has; its packages. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { policy } from '@seine/tools/supply-chain/policy.ts'
import { isAllowed, readExpression } from '@seine/tools/supply-chain/spdx.ts'
import { buildClient, installWheel, type BuiltClient } from './built-client.ts'
import { cacheFolder, checkPython, checkSkip, clientFolder, pythonOf, runProgram, runPython } from './client-python.ts'
import { findVersion, supportedVersions } from './python-versions.ts'

const userProgram = join(import.meta.dirname, 'python/whole_stack.py')

/** Prints the packages of an environment, without its tools, with their licences. */
const listLicences = `
import importlib.metadata, json
found = {}
for package in importlib.metadata.distributions():
    about = package.metadata
    stated = [each.rpartition(" :: ")[2] for each in about.get_all("Classifier", []) if each.startswith("License ::")]
    found[about["Name"]] = about["License-Expression"] or about["License"] or {"MIT License": "MIT"}.get("".join(stated))
print(json.dumps({name: licence for name, licence in found.items() if name not in ("pip", "setuptools")}))
`

/** PSF-2.0 is the licence of Python itself. */
const allowedLicences = new Set([...policy.allowedLicences, 'PSF-2.0'])

const unitTests = ['-m', 'unittest', 'discover', '-t', '.', '-s', 'tests']

describe('the source of the Python client', { skip: checkSkip, concurrency: false }, () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seine-python-'))
  })
  after(async () => await rm(folder, { recursive: true, force: true }))

  const passes = async (args: readonly string[], environment: Record<string, string> = {}): Promise<string> => {
    const { code, output } = await runProgram({ file: pythonOf(checkPython), args, cwd: clientFolder, environment })
    assert.equal(code, 0, output)
    return output
  }

  it('passes the linter', async () => {
    await passes(['-m', 'ruff', 'check', '--no-cache', '.'])
  })
  it('is formatted', async () => {
    await passes(['-m', 'ruff', 'format', '--no-cache', '--check', '.'])
  })
  it('passes the type checker, as its tests and a program that uses it do', async () => {
    // Kept, because reading the types of pandas and LlamaIndex takes most of the time.
    const cache = { MYPY_CACHE_DIR: join(cacheFolder, 'mypy-client') }
    await passes(['-m', 'mypy', '--strict', 'src/seine_client', 'tests', userProgram], cache)
  })
  it('passes its unit tests with the packages of loaders and data frames', async () => {
    const output = await passes(unitTests, { PYTHONPATH: 'src' })
    assert.match(output, /^Ran [5-9]\d tests[^]*^OK$/m, 'none is skipped')
  })
})

describe('the Python client', { concurrency: false }, () => {
  for (const version of supportedVersions) {
    const base = findVersion(version)
    const skip = base === null ? `there is no Python ${version}` : false
    it(`passes its unit tests on Python ${version} with nothing but its requirement`, { skip }, async (t) => {
      const result = await runPython(version, base!)
      if ('missing' in result) return t.skip(result.missing)
      const environment = { PYTHONPATH: 'src' }
      const { code, output } = await runProgram({
        file: result.python,
        args: unitTests,
        cwd: clientFolder,
        environment,
      })
      assert.equal(code, 0, output)
      assert.match(output, /^OK \(skipped=\d\)$/m, 'those of loaders and data frames are skipped')
    })

    it(`needs nothing but packages with permissive licences on Python ${version}`, { skip }, async (t) => {
      const result = await runPython(version, base!)
      if ('missing' in result) return t.skip(result.missing)
      const { stdout, output } = await runProgram({ file: result.python, args: ['-c', listLicences], cwd: tmpdir() })
      assert.match(output, /"httpx2"/)
      const licences = Object.entries(JSON.parse(stdout) as Record<string, string | null>)
      const others = licences.filter(([, licence]) => {
        const expression = readExpression(licence ?? '')
        return expression === null || !isAllowed(expression, (id) => allowedLicences.has(id))
      })
      assert.deepEqual(others, [])
    })
  }
})

describe('the packages of the Python client', { skip: checkSkip }, () => {
  let folder: string
  let built: BuiltClient
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seine-python-'))
    built = await buildClient(join(folder, 'dist'))
  })
  after(async () => await rm(folder, { recursive: true, force: true }))

  /** Runs a Python program that prints JSON. */
  const told = async (
    program: string,
    args: readonly string[] = [],
    python = pythonOf(checkPython),
  ): Promise<unknown> => {
    const { code, stdout, output } = await runProgram({ file: python, args: ['-c', program, ...args], cwd: folder })
    assert.equal(code, 0, output)
    return JSON.parse(stdout)
  }

  it('have the package with its types and licence, and nothing else', async () => {
    const list = 'import json, sys, zipfile; print(json.dumps(zipfile.ZipFile(sys.argv[1]).namelist()))'
    const names = (await told(list, [built.wheel])) as string[]
    const kept =
      /^(?:seine_client\/(?:_async\/|_sync\/)?\w+\.py|seine_client\/py\.typed|seine_client-[\d.]+\.dist-info\/.+)$/
    assert.deepEqual(
      names.filter((name) => !kept.test(name)),
      [],
    )
    for (const end of ['seine_client/py.typed', '.dist-info/licenses/LICENSE', 'seine_client/answers.py']) {
      assert.ok(
        names.some((name) => name.endsWith(end)),
        end,
      )
    }
  })

  it('build the same wheel from the source archive', async () => {
    const unpack =
      'import sys, tarfile; tarfile.open(sys.argv[1]).extractall(sys.argv[2], filter="data"); print("null")'
    await told(unpack, [built.sdist, folder])
    const source = join(folder, built.sdist.split('/').at(-1)!.replace('.tar.gz', ''))
    const again = await buildClient(join(folder, 'again'), source)
    const digest = async (path: string): Promise<string> => hash('sha256', await readFile(path))
    assert.equal(await digest(again.wheel), await digest(built.wheel))
  })

  it('install in a fresh environment, in which the client is imported from there', async () => {
    const bin = await installWheel(built.wheel, join(folder, 'fresh'))
    const where = 'import json, seine_client; print(json.dumps(seine_client.__file__))'
    const path = (await told(where, [], join(bin, 'python'))) as string
    assert.ok(path.startsWith(join(folder, 'fresh')), path)
  })
})
