/** docker/backup.sh with a `docker` that notes its calls: what it does when something goes wrong. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, beforeEach, describe, it } from 'node:test'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'

/** Notes each call, and fails for the one that `FAILS` names. */
const docker = `#!/bin/sh
shift 5
echo "$*" >>"$CALLS"
case "$*" in "$FAILS"*) exit 3 ;; esac
case "$1" in
ps) printf 'gateway\\ntemporal\\n' | grep -v "^$STOPPED$" ;;
run) case "$*" in *" save "*) echo copied ;; esac ;;
esac
`

describe('docker/backup.sh', () => {
  const base = mkdtempSync(join(tmpdir(), 'seine-backup-'))
  after(() => rmSync(base, { recursive: true, force: true }))
  mkdirSync(join(base, 'bin'))
  writeFileSync(join(base, 'bin', 'docker'), docker)
  chmodSync(join(base, 'bin', 'docker'), 0o755)
  const calls = join(base, 'calls')
  const saved = join(base, 'saved')
  const stop = 'stop'
  const start = 'up --detach --no-build gateway temporal'
  const run = 'run --rm --no-deps -T volume-archive'

  beforeEach(() => rmSync(saved, { recursive: true, force: true }))

  function backup(words: string[], settings: { fails?: string; stopped?: string } = {}) {
    writeFileSync(calls, '')
    const env = {
      ...process.env,
      COMPOSE_FILE: '',
      PATH: `${join(base, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`,
      CALLS: calls,
      FAILS: settings.fails ?? 'nothing',
      STOPPED: settings.stopped ?? 'none',
    }
    const { status, stderr } = spawnSync(join(repositoryRoot, 'docker/backup.sh'), words, { env, encoding: 'utf8' })
    return { code: status, stderr, calls: readFileSync(calls, 'utf8').trim().split('\n').slice(1) }
  }

  it('copies while everything is stopped, and starts what ran before', () => {
    const { code, stderr, calls: called } = backup(['save', saved])
    assert.equal(code, 0, stderr)
    assert.deepEqual(called, [stop, `${run} save data`, `${run} save secrets`, start])
    assert.equal(readFileSync(join(saved, 'data.tar'), 'utf8'), 'copied\n')
  })

  it('starts the services again when a copy fails, and leaves no backup', () => {
    const { code, calls: called } = backup(['save', saved], { fails: `${run} save secrets` })
    assert.notEqual(code, 0)
    assert.equal(called.at(-1), start)
    assert.ok(!existsSync(saved))
    assert.ok(!existsSync(`${saved}.incomplete`))
  })

  it('keeps the backup when the services do not start again, and fails', () => {
    const { code, stderr } = backup(['save', saved], { fails: 'up' })
    assert.notEqual(code, 0)
    assert.match(stderr, /could not be started again/)
    assert.ok(existsSync(join(saved, 'SHA256SUMS')))
  })

  it('overwrites no backup', () => {
    mkdirSync(saved)
    const { code, stderr, calls: called } = backup(['save', saved])
    assert.notEqual(code, 0)
    assert.match(stderr, /exists already/)
    assert.deepEqual(called, [])
  })

  it('restores a backup that is whole, and only over what it may', () => {
    backup(['save', saved])
    const running = backup(['restore', saved])
    assert.notEqual(running.code, 0)
    assert.deepEqual(running.calls, [])
    const full = backup(['restore', saved], { fails: `${run} empty`, stopped: '.*' })
    assert.notEqual(full.code, 0)
    assert.match(full.stderr, /not empty: --replace deletes/)
    assert.deepEqual(full.calls, [`${run} empty data`])
    const replaced = backup(['restore', '--replace', saved])
    assert.equal(replaced.code, 0, replaced.stderr)
    assert.deepEqual(replaced.calls, [stop, `${run} restore secrets`, `${run} restore data`, start])
    writeFileSync(join(saved, 'data.tar'), 'something else')
    const damaged = backup(['restore', '--replace', saved])
    assert.notEqual(damaged.code, 0)
    assert.match(damaged.stderr, /damaged: nothing has been changed/)
    assert.deepEqual(damaged.calls, [])
  })

  it('says how it is used', () => {
    for (const words of [[], ['save'], ['copy', saved]]) assert.match(backup(words).stderr, /use: docker\/backup\.sh/)
  })
})
