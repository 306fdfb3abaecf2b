/** The command on a repository of its own, with an engine that builds nothing. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, test } from 'node:test'
import { imagesCommand } from './images-command.ts'
import { parseImagesArguments } from './images-arguments.ts'
import { fakeDigest, fakeEngine, type FakeImage } from './images/testing/fake-engine.ts'
import { acceptedPath } from './supply-chain/accepted-advisories.ts'

const folder = mkdtempSync(join(tmpdir(), 'seine-images-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const root = join(folder, 'repository')
const bin = join(folder, 'bin')
const git = (...args: string[]): string =>
  execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    encoding: 'utf8',
    env: { ...process.env, GIT_COMMITTER_DATE: '1700000000 +0000', GIT_AUTHOR_DATE: '1700000000 +0000' },
  })

mkdirSync(join(root, 'tools/supply-chain'), { recursive: true })
mkdirSync(bin)
writeFileSync(join(root, 'Dockerfile'), 'ARG BASE=node:24\nARG RUNTIME=debian:12\nARG VERSION=1.2.3\n')
writeFileSync(join(root, acceptedPath), '[]')
git('init', '--quiet')
git('remote', 'add', 'origin', 'https://user:secret@git.example.com/seine.git')
git('add', '.')
git('commit', '--quiet', '--message=first')
const commit = git('rev-parse', 'HEAD').trim()
writeFileSync(join(root, 'Dockerfile'), 'changed\n')

/** A program on PATH that prints a text and records its arguments. */
function program(name: string, text = ''): void {
  const script = `#!/bin/sh\nprintf '%s\\n' "$*" >> '${join(folder, name)}.calls'\ncat <<'END'\n${text}\nEND\n`
  writeFileSync(join(bin, name), script, { mode: 0o755 })
}

async function run(line: string, image: FakeImage = {}, environment: Record<string, string> = {}) {
  const { engine, calls } = fakeEngine(image)
  let printed = ''
  const context = {
    root,
    environment: { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`, ...environment },
    print: (text: string) => void (printed += text),
    engine,
  }
  const code = await imagesCommand(parseImagesArguments(line.split(' ')), context)
  return { code, printed, calls }
}

const labels = {
  'org.opencontainers.image.revision': commit,
  'org.opencontainers.image.base.name': 'debian:12',
  'org.opencontainers.image.version': '1.2.3',
}
const out = join(folder, 'out')

test('images are built from the commit and not from the working tree, with its time, and can be verified', async () => {
  const { code, printed, calls } = await run(`build cli --out ${out}`, { labels })
  assert.equal(code, 0)
  assert.match(printed, /changes that are not committed are not in the images/)
  assert.match(printed, /^seine\/cli:1\.2\.3 {2}310 MB {2}sha256:a{64}$/m)
  const built = calls.find(([command]) => command === 'bud') ?? []
  for (const flag of [
    '--timestamp=1700000000',
    '--build-arg=SOURCE_DATE_EPOCH=1700000000',
    `--build-arg=REVISION=${commit}`,
    '--target=cli',
    '--no-cache',
  ]) {
    assert.ok(built.includes(flag), flag)
  }
  assert.ok(!existsSync(built.at(-1) ?? ''), 'the files of the commit are removed')
  const statement = readFileSync(join(out, 'cli.provenance.json'), 'utf8')
  assert.match(statement, new RegExp(`git\\+https://git\\.example\\.com/seine\\.git@${commit}`))
  assert.deepEqual(await run(`verify ${out}`, { labels }).then(({ code: verified }) => verified), 0)
  const other = await run(`verify ${out}`, { labels, bill: '{"components":[1]}' })
  assert.equal(other.code, 1)
  assert.match(other.printed, /^cli: cli\.cdx\.json is not the bill of materials in the image$/m)
  await assert.rejects(run(`verify ${folder}`), /has no provenance/)
})

test('an image is verified without running it, and with the base that its provenance names by digest', async () => {
  await run(`build cli --out ${out}`, { labels })
  const { calls } = await run(`verify ${out}`, { labels })
  assert.deepEqual(
    calls.filter(([command]) => command === 'run'),
    [],
  )
  assert.ok(calls.some((call) => call[0] === 'inspect' && call.at(-1) === `debian@${fakeDigest('a')}`))
  const { code, printed } = await run(`verify ${out}`, { labels, absent: /^debian/ })
  assert.equal(code, 0)
  assert.match(printed, /^cli: note: the layers of the base were not compared: debian@sha256:a+ is not in the local/m)
})

test('passwords in build arguments reach the build and not the provenance', async () => {
  const { calls } = await run(`build cli --out ${out} --build-arg HTTPS_PROXY=http://user:p@ss@proxy:8080`, { labels })
  assert.ok(calls.some((call) => call.includes('--build-arg=HTTPS_PROXY=http://user:p@ss@proxy:8080')))
  const statement = readFileSync(join(out, 'cli.provenance.json'), 'utf8')
  assert.match(statement, /"HTTPS_PROXY": "http:\/\/proxy:8080"/)
  assert.doesNotMatch(statement, /ss@proxy/)
})

test('SOURCE_DATE_EPOCH takes the place of the time of the commit', async () => {
  const { calls } = await run(`build cli --out ${out}`, { labels }, { SOURCE_DATE_EPOCH: '5' })
  assert.ok(calls.some((call) => call.includes('--timestamp=5')))
  await assert.rejects(run(`build cli --out ${out}`, {}, { SOURCE_DATE_EPOCH: 'today' }), /takes seconds since 1970/)
})

test('a pushed image is signed by its digest in the registry, with provenance and bill of materials', async () => {
  const line = `build cli --push r.example.com/team --key k --out ${out}`
  await assert.rejects(run(line, {}, { PATH: bin }), /--key needs cosign on PATH/)
  program('cosign')
  const { code, calls } = await run(line, { labels })
  assert.equal(code, 0)
  assert.deepEqual(calls.findLast(([command]) => command === 'push')?.slice(2), [
    'seine/cli:1.2.3',
    'docker://r.example.com/team/seine/cli:1.2.3',
  ])
  const reference = `r.example.com/team/seine/cli@${fakeDigest('d')}`
  assert.deepEqual(readFileSync(join(folder, 'cosign.calls'), 'utf8').trim().split('\n'), [
    `sign --yes --key=k ${reference}`,
    `attest --yes --key=k --type=slsaprovenance1 --predicate=${join(out, 'cli.predicate.json')} ${reference}`,
    `attest --yes --key=k --type=cyclonedx --predicate=${join(out, 'cli.cdx.json')} ${reference}`,
  ])
  const predicate = JSON.parse(readFileSync(join(out, 'cli.predicate.json'), 'utf8')) as { buildDefinition: object }
  assert.ok('resolvedDependencies' in predicate.buildDefinition)
})

const bill = JSON.stringify({
  components: [
    {
      name: 'live',
      group: '@a',
      version: '1.0.0',
      purl: 'pkg:npm/%40a/live@1.0.0',
      evidence: { occurrences: [{ location: 'node_modules/@a/live' }] },
    },
    { name: 'bash', version: '1', purl: 'pkg:deb/debian/bash@1' },
  ],
})
const lastLine = 'That is all.\n'
const policyOf = (archive: string): string =>
  `bash:\n  Installed: 1\n  Candidate: 2\n  Version table:\n     2 500\n        500 http://deb.example.com ${archive}/main amd64 Packages\n *** 1 100\n        100 /var/lib/dpkg/status\n${lastLine}`
const upToDate = `bash:\n  Installed: 1\n  Candidate: 1\n  Version table:\n *** 1 100\n        100 /var/lib/dpkg/status\n${lastLine}`
const advisory = (severity: string): string =>
  JSON.stringify({
    vulnerabilities: {
      '@a/live': {
        via: [{ name: '@a/live', severity, title: 'Bad', url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc' }],
        nodes: ['node_modules/@a/live'],
      },
    },
  })

test('a scan fails from a severity on, and prints what is below it', async () => {
  program('npm', advisory('moderate'))
  const lesser = await run('scan x', { bill, policy: policyOf('bookworm') })
  assert.equal(lesser.code, 0, lesser.printed)
  assert.match(lesser.printed, /^x: 1 npm packages, 1 Debian packages; 0 findings$/m)
  assert.match(lesser.printed, /note @a\/live@1\.0\.0 \(moderate, GHSA-aaaa-bbbb-cccc\): Bad$/m)
  assert.match(lesser.printed, /note bash@1 \(low, debian:2\)/)
  const stricter = await run('scan x --fail moderate', { bill, policy: upToDate })
  assert.equal(stricter.code, 1)
  assert.doesNotMatch(stricter.printed, /not complete/)
  const fixed = await run('scan x', { bill, policy: policyOf('bookworm-security') })
  assert.equal(fixed.code, 1)
  assert.match(fixed.printed, /FAIL bash@1 \(high, debian:2\): the security archive has a fixed version; build/)
  program('npm', advisory('critical'))
  assert.match((await run('scan x', { bill, policy: upToDate })).printed, /FAIL @a\/live@1\.0\.0 \(critical/)
})

test('an issue can be accepted for a time; later, and for another fix, the scan fails', async () => {
  program('npm', '{"vulnerabilities":{}}')
  const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const accept = (id: string, expires: string): void =>
    writeFileSync(
      join(root, acceptedPath),
      JSON.stringify([{ id, package: 'bash', reason: 'not reached', recorded: day(-30), expires }]),
    )
  const policy = policyOf('bookworm-security')
  accept('debian:2', day(1))
  const accepted = await run('scan x', { bill, policy })
  assert.equal(accepted.code, 0, accepted.printed)
  assert.match(accepted.printed, /accepted until .*: not reached/)
  accept('debian:2', day(-1))
  assert.match((await run('scan x', { bill, policy })).printed, /was accepted until .*\n.*\n {2}FAIL bash/)
  accept('debian:1.9', day(1))
  assert.equal((await run('scan x', { bill, policy })).code, 1)
  writeFileSync(join(root, acceptedPath), '[]')
})

test('a scan that could not compare everything fails and says why', async () => {
  program('npm', '{"message":"405 Method Not Allowed - POST https://registry.example.com/x"}')
  const { code, printed } = await run('scan x', { bill, policy: new Error('no network') })
  assert.equal(code, 1)
  assert.match(printed, /not complete: npm packages were not compared, .*: 405 Method Not Allowed$/m)
  assert.match(printed, /not complete: Debian packages were not compared, .*: no network$/m)
})

test('packages that nothing was compared with fail a scan, and only the others are counted', async () => {
  program('npm', '{"vulnerabilities":{}}')
  const unnamed = await run('scan x', { bill, policy: lastLine })
  assert.equal(unnamed.code, 1)
  assert.match(unnamed.printed, /^x: 1 npm packages, 0 Debian packages; 0 findings$/m)
  assert.match(unnamed.printed, /not complete: 1 of 1 Debian packages were not compared, as .*: bash$/m)

  const { components } = JSON.parse(bill) as { components: object[] }
  const versionless = {
    name: 'own',
    purl: 'pkg:npm/own',
    evidence: { occurrences: [{ location: 'node_modules/own' }] },
  }
  const partly = await run('scan x', {
    bill: JSON.stringify({ components: [...components, versionless] }),
    policy: upToDate,
  })
  assert.equal(partly.code, 1)
  assert.match(partly.printed, /^x: 1 npm packages, 1 Debian packages; 0 findings$/m)
  assert.match(partly.printed, /not complete: 1 of 2 npm packages were not compared, as .*: own$/m)

  const empty = await run('scan x', { policy: lastLine })
  assert.equal(empty.code, 1)
  assert.match(empty.printed, /not complete: the bill of materials has no npm packages/)
  assert.match(empty.printed, /not complete: the bill of materials has no Debian packages/)
  assert.match(readFileSync(join(folder, 'npm.calls'), 'utf8'), / --offline=false /)
})
