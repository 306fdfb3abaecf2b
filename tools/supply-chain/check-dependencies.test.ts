/** Checks complete repositories with one fault each: every finding names the package and what to do. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { repositoryRoot } from '../checkout/locations.ts'
import { checkPackages, type DependencyPolicy } from './check-dependencies.ts'
import { findingLines } from './finding.ts'
import type { LockEntry } from './lock-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'seine-supply-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const integrity = `sha512-${Buffer.alloc(64, 7).toString('base64')}`
const sound: LockEntry = { version: '1.2.3', integrity, license: 'MIT' }

const policy: DependencyPolicy = {
  allowedLicences: new Set(['MIT', 'Apache-2.0', 'Apache-2.0 WITH LLVM-exception']),
  acceptedLicences: [],
  clarifications: [],
  installScripts: {},
}

interface Repository {
  packages?: Record<string, LockEntry>
  /** Additional fields of the manifest of the workspace `app`. */
  manifest?: LockEntry
  overrides?: unknown
  npmrc?: string
  lockfileVersion?: number
  /** Files below the repository, such as installed packages. */
  files?: Record<string, unknown>
}

let count = 0

/** Creates a repository with one workspace, `app`, and one valid package. */
function repository({ packages = {}, manifest = {}, overrides, npmrc, lockfileVersion = 3, files = {} }: Repository) {
  const root = join(folder, String((count += 1)))
  const app = {
    name: '@own/app',
    version: '0.1.0',
    license: 'Apache-2.0',
    dependencies: { good: '1.2.3' },
    ...manifest,
  }
  const all: Record<string, unknown> = {
    'package.json': { name: 'own', workspaces: ['app'], overrides },
    'app/package.json': app,
    '.npmrc': npmrc ?? 'ignore-scripts=true\n',
    'package-lock.json': {
      lockfileVersion,
      packages: {
        '': { name: 'own', workspaces: ['app'] },
        app,
        'node_modules/@own/app': { resolved: 'app', link: true },
        'node_modules/good': sound,
        ...packages,
      },
    },
    ...files,
  }
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return root
}

const linesFor = (shape: Repository, changes: Partial<DependencyPolicy> = {}): string[] =>
  findingLines(checkPackages(repository(shape), { ...policy, ...changes }).findings)

/** Returns the only finding that a repository has. */
function lineFor(shape: Repository, changes: Partial<DependencyPolicy> = {}): string {
  const lines = linesFor(shape, changes)
  assert.equal(lines.length, 1, lines.join('\n'))
  return lines[0]!
}

const withPackage = (entry: LockEntry, name = 'other'): Repository => ({
  packages: { [`node_modules/${name}`]: entry },
})

test('packages of the registry with allowed licences pass', () => {
  assert.deepEqual(linesFor({}), [])
  for (const license of [
    '(MIT OR GPL-3.0-only)',
    'MIT AND Apache-2.0',
    'Apache-2.0 WITH LLVM-exception',
    'Apache-2.0+',
  ]) {
    assert.deepEqual(linesFor(withPackage({ ...sound, license })), [], license)
  }
  assert.deepEqual(linesFor(withPackage({ ...sound, license: { type: 'MIT' } })), [])
})

test('a licence that is not allowed is named with package, version and what to do', () => {
  for (const license of [
    'GPL-3.0-only',
    'MIT AND GPL-3.0-only',
    '(MIT OR Apache-2.0) AND AGPL-3.0-or-later',
    'GPL-2.0-only WITH Classpath-exception-2.0',
    'MIT WITH LLVM-exception',
    'LicenseRef-house',
  ]) {
    const line = lineFor(withPackage({ ...sound, license }, '@scope/other'))
    assert.ok(
      line.startsWith(`@scope/other@1.2.3 (${license}): its licence is not on the allow-list; remove the package`),
      line,
    )
  }
})

test('development and the copies within other packages count as well', () => {
  const entry = { ...sound, license: 'GPL-3.0-only', dev: true, optional: true }
  assert.match(
    lineFor({ packages: { 'node_modules/good/node_modules/deep': entry } }),
    /^deep@1\.2\.3 \(GPL-3\.0-only\)/,
  )
})

test('a licence that is missing or that SPDX does not know has to be clarified', () => {
  const { license: _none, ...unstated } = sound
  assert.match(
    lineFor(withPackage(unstated)),
    /^other@1\.2\.3 \(no licence\): states no licence; read its licence file/,
  )
  for (const license of [
    'UNLICENSED',
    'SEE LICENSE IN LICENSE.md',
    'BSD',
    'mit',
    'MIT OR',
    'X'.repeat(2_000),
    '('.repeat(900),
  ]) {
    assert.match(
      lineFor(withPackage({ ...sound, license })),
      /^other@1\.2\.3 .*not an SPDX expression; read its licence file/,
    )
  }
  for (const license of [{ url: 'https://example.com' }, ['MIT'], 7, '']) {
    assert.match(lineFor(withPackage({ ...sound, license })), /states no licence/)
  }
})

test('a clarification holds for one version, what it states, and the text that was read', () => {
  const text = 'You may do anything.'
  const sha256 = createHash('sha256').update(text).digest('hex')
  const entry = { ...sound, license: 'BSD' }
  const clarification = { package: 'other', version: '1.2.3', stated: 'BSD', licence: 'MIT', file: 'COPYING', sha256 }
  const shape = (copying: string, version = '1.2.3'): Repository => ({
    ...withPackage({ ...entry, version }),
    files: {
      'node_modules/other/package.json': { name: 'other', version, license: 'BSD' },
      'node_modules/other/COPYING': copying,
    },
  })
  assert.deepEqual(linesFor(shape(text), { clarifications: [clarification] }), [])
  assert.match(lineFor(shape('Pay.'), { clarifications: [clarification] }), /COPYING is not the text that was read/)
  const [newer, stale] = linesFor(shape(text, '1.2.4'), { clarifications: [clarification] })
  assert.match(newer ?? '', /^other@1\.2\.4 \(BSD\): its licence is not an SPDX expression/)
  assert.match(stale ?? '', /^other@1\.2\.3: has a clarification, but package-lock\.json has no such package/)
})

test('a licence is accepted for one package alone, and only while that needs it', () => {
  const acceptedLicences = [{ package: 'other', licence: 'MPL-2.0', reason: 'unchanged' }]
  const entry = { ...sound, license: 'MPL-2.0' }
  assert.deepEqual(linesFor(withPackage(entry), { acceptedLicences }), [])
  const [forbidden, stale] = linesFor(withPackage(entry, 'third'), { acceptedLicences })
  assert.match(forbidden ?? '', /^third@1\.2\.3 \(MPL-2\.0\): its licence is not on the allow-list/)
  assert.match(stale ?? '', /^other \(MPL-2\.0\): is accepted, but no package needs it/)
  assert.match(lineFor(withPackage({ ...sound, license: 'MIT OR MPL-2.0' }), { acceptedLicences }), /no package needs/)
})

test('a package from git, a URL or a folder is outside the registry', () => {
  for (const resolved of [
    'git+ssh://git@example.com/user/other.git#0123456789012345678901234567890123456789',
    'https://example.com/other-1.2.3.tgz',
    'file:vendor/other.tgz',
  ]) {
    const line = lineFor(withPackage({ ...sound, resolved }))
    assert.ok(line.startsWith(`other@1.2.3: comes from ${resolved} (field "resolved"), not from the registry`), line)
  }
  for (const [path, entry] of Object.entries({
    'vendor/other': { version: '1.2.3', license: 'MIT' },
    'node_modules/other': { link: true, resolved: '../elsewhere' },
    'node_modules/third': { link: true },
  })) {
    assert.match(lineFor({ packages: { [path]: entry } }), /is a folder but not a workspace of package\.json/)
  }
})

test('a package from outside the registry is found when no entry explains it', () => {
  for (const specifier of [
    'github:user/dep',
    'user/dep',
    'git+https://example.com/dep.git',
    'https://example.com/dep.tgz',
    'file:../dep',
    './dep',
    'npm:dep@file:../dep',
  ]) {
    for (const field of ['dependencies', 'optionalDependencies', 'peerDependencies']) {
      const line = lineFor(withPackage({ ...sound, [field]: { dep: specifier } }))
      assert.match(line, /^other@1\.2\.3: requires dep as ".*", which is not in the registry/)
    }
    assert.match(lineFor({ overrides: { good: { dep: specifier } } }), /^package\.json, overrides > good > dep: /)
    assert.match(lineFor({ manifest: { devDependencies: { dep: specifier } } }), /^package\.json of app: requires dep/)
  }
  const ranges = { a: '^1.0.0 || >=2 <3', b: '*', c: 'latest', d: 'npm:@scope/name@^1.0.0', e: '', f: '~1.2.3-rc.1' }
  assert.deepEqual(linesFor(withPackage({ ...sound, dependencies: ranges })), [])
  assert.deepEqual(linesFor({ overrides: { good: '$good', third: { '.': '1.0.0' } } }), [])
})

test('the repository itself asks for exact versions', () => {
  assert.match(
    lineFor({ manifest: { dependencies: { good: '^1.2.3' } } }),
    /requires good as "\^1\.2\.3", which is not an exact version/,
  )
})

test('a package without a hash, or with a weak one, is named', () => {
  const { integrity: _none, ...without } = sound
  assert.match(lineFor(withPackage(without)), /^other@1\.2\.3: has no integrity hash in package-lock\.json; /)
  for (const weak of [
    'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=',
    'sha512-AAAA',
    `${integrity} sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=`,
    '',
    'sha512-',
  ]) {
    assert.match(lineFor(withPackage({ ...sound, integrity: weak })), /is not a SHA-512/, weak)
  }
})

test('a bundled package needs no hash of its own, but only if the enclosing one declares it', () => {
  const { integrity: _none, ...without } = sound
  const bundled = { 'node_modules/good/node_modules/inner': { ...without, inBundle: true } }
  const packages = { 'node_modules/good': { ...sound, bundleDependencies: ['inner'] }, ...bundled }
  assert.deepEqual(linesFor({ packages }), [])
  assert.match(lineFor({ packages: bundled }), /^inner@1\.2\.3: has no integrity hash/)
  assert.match(lineFor(withPackage({ ...without, inBundle: true })), /^other@1\.2\.3: has no integrity hash/)
})

test('an install script has to be on the list, whether the lock file names it or not', () => {
  const entry = { ...sound, hasInstallScript: true }
  assert.match(lineFor(withPackage(entry)), /^other@1\.2\.3: has an install script, .* add it to installScripts/)
  assert.deepEqual(linesFor(withPackage(entry), { installScripts: { other: 'only prints' } }), [])
  assert.match(lineFor({}, { installScripts: { other: 'only prints' } }), /^other: is on the list .* no such package/)
  const manifest = { name: 'other', version: '1.2.3', license: 'MIT' }
  for (const files of [
    { 'node_modules/other/package.json': { ...manifest, scripts: { postinstall: 'node steal.js' } } },
    { 'node_modules/other/package.json': manifest, 'node_modules/other/binding.gyp': '{}' },
  ]) {
    const line = lineFor({ ...withPackage(sound), files })
    assert.match(line, /^other@1\.2\.3: has an install script that package-lock\.json does not name/)
  }
})

test('an installed package that is not the one of the lock file is named', () => {
  const installed = (manifest: object): Repository => ({
    ...withPackage(sound),
    files: { 'node_modules/other/package.json': { name: 'other', version: '1.2.3', license: 'MIT', ...manifest } },
  })
  assert.deepEqual(linesFor(installed({})), [])
  assert.match(lineFor(installed({ version: '1.2.4' })), /installed in node_modules\/other is other@1\.2\.4/)
  assert.match(lineFor(installed({ name: 'another' })), /is another@1\.2\.3/)
  assert.match(lineFor(installed({ license: 'GPL-3.0-only' })), /says MIT, the installed package says GPL-3\.0-only/)
})

test('an old lock file and install scripts that are on are refused', () => {
  assert.match(lineFor({ lockfileVersion: 2 }), /^package-lock\.json: lockfileVersion is 2/)
  assert.match(lineFor({ npmrc: 'ignore-scripts=false\n' }), /^\.npmrc: does not switch off install scripts/)
})

test('this repository keeps the policy', () => {
  assert.deepEqual(findingLines(checkPackages(repositoryRoot).findings), [])
})
