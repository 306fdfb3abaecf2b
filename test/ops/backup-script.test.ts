/** docker/backup.sh with a `docker` that notes its calls: what it does when something goes wrong. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, beforeEach, describe, it } from 'node:test'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { until } from '@seine/tools/stack/readiness.ts'

/**
 * Notes each call, and fails for those that the pattern `FAILS` finds. It waits in the first call that `HELD` names until
 * it gets a signal, like a copy that takes long.
 */
const docker = `#!/bin/sh
echo "$*" >>"$CALLS"
if echo "$*" | grep -Eq -- "$FAILS"; then exit "$CODE"; fi
shift
while [ "$1" = -f ] || [ "$1" = --profile ]; do shift 2; done
case "$*" in
"$HELD"*)
  [ ! -e "$CALLS.held" ] || exit 0
  trap 'exit 130' INT
  touch "$CALLS.held"
  while :; do sleep 0.1; done
  ;;
ps*) printf '%b\\n' "$RUNNING" ;;
*" size "*) printf 'a note of compose\\n%s\\n' "$KIB" ;;
*" save "*) echo copied ;;
esac
`

const files = 'compose -f docker-compose.yml -f docker-compose.prod.yml'
const all = `${files} --profile *`
// The browser worker first: it closes the browsers of Chromium, for which Chromium waits.
const stop = [`${all} stop browser-worker`, `${all} stop`]
const start = `${all} start gateway temporal`
const run = `${files} run --rm --no-deps -T volume-archive`
const sizes = [`${run} size data`, `${run} size secrets`]
const empty = [`${run} empty data`, `${run} empty secrets`]
const restores = [`${run} restore secrets`, `${run} restore data`]
const both = 'gateway\\ntemporal'

interface Settings {
  /** Pattern of the calls that fail. */
  fails?: string
  code?: number
  running?: string
  held?: string
  kib?: string
}

describe('docker/backup.sh', () => {
  const base = mkdtempSync(join(tmpdir(), 'seine-backup-'))
  after(() => rmSync(base, { recursive: true, force: true }))
  const checkout = join(base, 'checkout')
  const script = join(checkout, 'docker/backup.sh')
  cpSync(join(repositoryRoot, 'docker/backup.sh'), script)
  mkdirSync(join(base, 'bin'))
  writeFileSync(join(base, 'bin', 'docker'), docker)
  chmodSync(join(base, 'bin', 'docker'), 0o755)
  const calls = join(base, 'calls')
  const saved = join(base, 'saved')
  const draft = `${saved}.incomplete`

  const setRelease = (version: string): void =>
    writeFileSync(join(checkout, 'package.json'), JSON.stringify({ name: 'seine', version, private: true }, null, 2))

  beforeEach(() => {
    for (const path of [saved, draft, join(checkout, '.env')]) rmSync(path, { recursive: true, force: true })
    setRelease('1.2.3')
    writeFileSync(calls, '')
  })

  const environment = ({ fails = '^$', code = 1, running = both, held = 'nothing', kib = '7' }: Settings) => ({
    ...process.env,
    COMPOSE_FILE: '',
    PATH: `${join(base, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`,
    CALLS: calls,
    FAILS: fails,
    CODE: String(code),
    RUNNING: running,
    HELD: held,
    KIB: kib,
  })

  /** Returns the calls of `docker` but those that list the services. */
  const noted = (): string[] =>
    readFileSync(calls, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.includes(' ps '))

  function backup(words: string[], settings: Settings = {}) {
    writeFileSync(calls, '')
    const { status, stderr } = spawnSync(script, words, { env: environment(settings), encoding: 'utf8' })
    return { code: status, stderr, calls: noted() }
  }

  it('copies while everything is stopped, and starts the containers that ran before', () => {
    const { code, stderr, calls: called } = backup(['save', saved])
    assert.equal(code, 0, stderr)
    const copies = ['data', 'secrets'].flatMap((part) => [`${run} save ${part}`, `${run} check ${part}`])
    // Not by `up`, which makes containers anew and removes further ones of a service.
    assert.deepEqual(called, [...sizes, ...stop, ...copies, start])
    assert.equal(readFileSync(join(saved, 'data.tar'), 'utf8'), 'copied\n')
    assert.equal(readFileSync(join(saved, 'RELEASE'), 'utf8'), '1.2.3\n')
    assert.ok(!existsSync(draft))
  })

  it('starts nothing after the backup of a stack that was stopped', () => {
    const { code, stderr, calls: called } = backup(['save', saved], { running: '' })
    assert.equal(code, 0, stderr)
    assert.ok(!called.some((call) => / (?:up|start)\b/.test(call)))
  })

  it('uses the files that .env names', () => {
    writeFileSync(join(checkout, '.env'), 'COMPOSE_FILE=a.yml:b.yml\n')
    const { code, calls: called } = backup(['save', saved])
    assert.equal(code, 0)
    assert.equal(called.at(-1), 'compose --profile * start gateway temporal')
  })

  it('stops nothing when it cannot list the services, has no image for the copy, or no room', () => {
    for (const settings of [{ fails: ' ps ' }, { fails: ' size ' }, { kib: '99999999999999' }, { kib: 'unknown' }]) {
      const { code, calls: called } = backup(['save', saved], settings)
      assert.notEqual(code, 0)
      assert.ok(!stop.some((call) => called.includes(call)), JSON.stringify(settings))
      assert.ok(!existsSync(draft))
    }
    assert.match(backup(['save', saved], { kib: '99999999999999' }).stderr, /no room for a copy/)
  })

  it('starts the services again when a copy fails, and leaves no backup', () => {
    for (const fails of [' save secrets', ' check data']) {
      const { code, calls: called } = backup(['save', saved], { fails })
      assert.notEqual(code, 0)
      assert.equal(called.at(-1), start)
      assert.ok(!existsSync(saved))
      assert.ok(!existsSync(draft))
    }
  })

  it('leaves no draft when a copy fails and the services do not start either', () => {
    const { code, calls: called } = backup(['save', saved], { fails: ' save secrets| start ' })
    assert.notEqual(code, 0)
    assert.equal(called.at(-1), start)
    assert.ok(!existsSync(draft))
  })

  it('keeps the backup when the services do not start again, and fails', () => {
    const { code, stderr } = backup(['save', saved], { fails: ' start ' })
    assert.notEqual(code, 0)
    assert.match(stderr, /could not be started again/)
    assert.ok(existsSync(join(saved, 'SHA256SUMS')))
  })

  it('ends by a signal with the services started again, without a draft, or with the whole backup', async () => {
    for (const [held, isSaved] of [
      ['run --rm --no-deps -T volume-archive save data', false],
      ['start', true],
    ] as const) {
      rmSync(saved, { recursive: true, force: true })
      writeFileSync(calls, '')
      // Its own process group: a terminal sends the signal to all of it.
      const child = spawn(script, ['save', saved], { env: environment({ held }), detached: true, stdio: 'ignore' })
      await until(async () => await Promise.resolve(existsSync(`${calls}.held`)), AbortSignal.timeout(300_000))
      const closed = once(child, 'close')
      process.kill(-child.pid!, 'SIGINT')
      const [code] = (await closed) as [number]
      rmSync(`${calls}.held`)
      assert.equal(code, 130)
      assert.equal(noted().at(-1), start)
      assert.ok(!existsSync(draft))
      assert.equal(existsSync(join(saved, 'SHA256SUMS')), isSaved)
    }
  })

  it('overwrites no backup, nor a complete one whose name is still that of the draft', () => {
    mkdirSync(saved)
    const { code, stderr, calls: called } = backup(['save', saved])
    assert.notEqual(code, 0)
    assert.match(stderr, /exists already/)
    assert.deepEqual(called, [])
    rmSync(saved, { recursive: true })
    mkdirSync(draft)
    writeFileSync(join(draft, 'SHA256SUMS'), '')
    assert.match(backup(['save', saved]).stderr, /is a complete backup/)
    assert.ok(existsSync(join(draft, 'SHA256SUMS')))
  })

  it('takes a name with slashes at its end', () => {
    const { code, stderr } = backup(['save', `${saved}//`])
    assert.equal(code, 0, stderr)
    assert.ok(existsSync(join(saved, 'SHA256SUMS')))
    assert.equal(backup(['restore', '--replace', `${saved}/`]).code, 0)
  })

  it('restores onto a machine where nothing runs, with images of this checkout', () => {
    backup(['save', saved])
    const { code, stderr, calls: called } = backup(['restore', saved], { running: '' })
    assert.equal(code, 0, stderr)
    const up = `${files} up --detach --no-build`
    assert.deepEqual(called, [`${all} build`, ...empty, ...stop, ...restores, up])
    assert.deepEqual(backup(['restore', saved], { running: '', fails: ' build' }).calls, [`${all} build`])
  })

  it('restores only over what it may', () => {
    backup(['save', saved])
    const running = backup(['restore', saved])
    assert.notEqual(running.code, 0)
    assert.match(running.stderr, /services are running \(gateway temporal\)/)
    assert.deepEqual(running.calls, [])
    const full = backup(['restore', saved], { fails: ' empty ', code: 3, running: '' })
    assert.notEqual(full.code, 0)
    assert.match(full.stderr, /not empty: --replace deletes/)
    assert.deepEqual(full.calls, [`${all} build`, empty[0]])
    // Another failure does not advise to delete anything.
    const unread = backup(['restore', saved], { fails: ' empty ', code: 1, running: '' })
    assert.notEqual(unread.code, 0)
    assert.doesNotMatch(unread.stderr, /--replace/)
    const replaced = backup(['restore', '--replace', saved])
    assert.equal(replaced.code, 0, replaced.stderr)
    const up = `${files} up --detach --no-build gateway temporal`
    assert.deepEqual(replaced.calls, [`${all} build`, ...stop, ...restores, up])
  })

  it('restores only a backup that is whole and of its own release', () => {
    backup(['save', saved])
    setRelease('1.3.0')
    const other = backup(['restore', '--replace', saved])
    assert.notEqual(other.code, 0)
    assert.match(other.stderr, /saved by release 1\.2\.3, and this is 1\.3\.0/)
    setRelease('1.2.3')
    writeFileSync(join(saved, 'data.tar'), 'something else')
    const damaged = backup(['restore', '--replace', saved])
    assert.notEqual(damaged.code, 0)
    assert.match(damaged.stderr, /damaged: nothing has been changed/)
    assert.deepEqual([...other.calls, ...damaged.calls], [])
  })

  it('says how it is used', () => {
    for (const words of [
      [],
      ['save'],
      ['copy', saved],
      ['save', '--replace', saved],
      ['save', '--replace'],
      ['save', '/'],
    ])
      assert.match(backup(words).stderr, /use: docker\/backup\.sh/)
  })
})

describe('docker/volume-archive.sh', () => {
  const base = mkdtempSync(join(tmpdir(), 'seine-volumes-'))
  after(() => rmSync(base, { recursive: true, force: true }))

  function archive(volumes: string, words: string[], input?: Buffer) {
    const path = join(repositoryRoot, 'docker/volume-archive.sh')
    const env = { ...process.env, VOLUMES: volumes }
    return spawnSync('sh', [path, ...words], { env, ...(input === undefined ? {} : { input }) })
  }

  it('restores all files of the volumes, and touches nothing around them', () => {
    const [from, to] = [join(base, 'from'), join(base, 'to')]
    for (const root of [from, to])
      for (const name of ['one', 'two']) mkdirSync(join(root, 'data', name), { recursive: true })
    writeFileSync(join(from, 'data/one/.hidden'), 'a')
    mkdirSync(join(from, 'data/two/folder'))
    writeFileSync(join(from, 'data/two/folder/file'), 'b')
    const { status, stdout } = archive(from, ['save', 'data'])
    assert.equal(status, 0)
    const members = String(spawnSync('tar', ['--list', '--file', '-'], { input: stdout }).stdout)
    // `./` would be the folder of the volumes, on a root file system that is read-only.
    assert.deepEqual(members.trim().split('\n').toSorted(), [
      'one/',
      'one/.hidden',
      'two/',
      'two/folder/',
      'two/folder/file',
    ])
    assert.equal(archive(to, ['check', 'data'], stdout).status, 0)
    assert.notEqual(archive(to, ['check', 'data'], stdout.subarray(0, 700)).status, 0)
    writeFileSync(join(to, 'data/one/old'), 'c')
    assert.equal(archive(to, ['restore', 'data'], stdout).status, 0)
    assert.ok(!existsSync(join(to, 'data/one/old')))
    assert.equal(readFileSync(join(to, 'data/one/.hidden'), 'utf8'), 'a')
    assert.equal(readFileSync(join(to, 'data/two/folder/file'), 'utf8'), 'b')
  })

  it('distinguishes volumes with files from empty ones and from other failures', () => {
    const root = join(base, 'some')
    mkdirSync(join(root, 'data/one'), { recursive: true })
    assert.equal(archive(root, ['empty', 'data']).status, 0)
    assert.match(String(archive(root, ['size', 'data']).stdout), /^\d+\n$/)
    writeFileSync(join(root, 'data/one/file'), 'a')
    assert.equal(archive(root, ['empty', 'data']).status, 3)
    assert.ok(![0, 3].includes(archive(root, ['empty', 'secrets']).status ?? 0))
  })
})
