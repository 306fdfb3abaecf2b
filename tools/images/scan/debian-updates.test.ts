import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { askForUpdates, readPolicy, updateScript } from './debian-updates.ts'

/** Output of apt 2.6 of Debian 12. */
const policy = `libc6:
  Installed: 2.36-1
  Candidate: 2.36-9+deb12u14
  Version table:
     2.36-9+deb12u14 500
        500 http://deb.debian.org/debian bookworm/main amd64 Packages
     2.36-9+deb12u7 500
        500 http://deb.debian.org/debian-security bookworm-security/main amd64 Packages
 *** 2.36-1 100
        100 /var/lib/dpkg/status
bash:
  Installed: 5.2.15-2
  Candidate: 5.2.15-2+b13
  Version table:
     5.2.15-2+b13 500
        500 http://deb.debian.org/debian bookworm/main amd64 Packages
 *** 5.2.15-2 100
        100 /var/lib/dpkg/status
libssl3:i386:
  Installed: 3.0.22-1~deb12u2
  Candidate: 3.0.22-1~deb12u2
  Version table:
 *** 3.0.22-1~deb12u2 500
        500 http://deb.debian.org/debian-security bookworm-security/main amd64 Packages
        100 /var/lib/dpkg/status
     3.0.20-1~deb12u2 500
        500 http://deb.debian.org/debian bookworm/main amd64 Packages
own:
  Installed: 2
  Candidate: 2
  Version table:
 *** 2 100
        100 /var/lib/dpkg/status
     1 500
        500 http://deb.debian.org/debian-security bookworm-security/main amd64 Packages
gone:
  Installed: (none)
  Candidate: 1
  Version table:
     1 500
        500 http://deb.debian.org/debian bookworm/main amd64 Packages
`

test('updates are found, and those that contain a version of the security archive are marked', () => {
  const { compared, updates } = readPolicy(policy)
  assert.deepEqual([...compared], ['libc6', 'bash', 'libssl3', 'own'])
  assert.deepEqual(updates, [
    { package: 'bash', installed: '5.2.15-2', available: '5.2.15-2+b13', isSecurity: false },
    { package: 'libc6', installed: '2.36-1', available: '2.36-9+deb12u14', isSecurity: true },
  ])
  assert.deepEqual(readPolicy(''), { compared: new Set(), updates: [] })
})

test('apt-cache is asked in English about every package with files, and the script fails when dpkg-query does', (t) => {
  const bin = mkdtempSync(join(tmpdir(), 'seine-apt-'))
  t.after(() => rmSync(bin, { recursive: true }))
  const program = (name: string, script: string): void =>
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  program('apt-get', 'exit 0')
  program('apt-cache', 'echo "-security/ $LC_ALL $*"')
  const run = (): string =>
    execFileSync('sh', ['-c', updateScript], {
      env: { PATH: `${bin}:/usr/bin:/bin`, LC_ALL: 'de_DE.UTF-8' },
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    })
  const states = ['installed a', 'config-files b', 'triggers-pending c', 'not-installed d']
  program('dpkg-query', `printf '${states.join('\\n')}\\n'`)
  assert.equal(run(), '-security/ C policy a c\nThat is all.\n')
  program('dpkg-query', 'exit 2')
  assert.throws(run)
})

test('an answer whose end is missing is asked for again', async () => {
  const whole = `${policy}That is all.\n`
  const outputs = [policy.slice(0, 100), policy, whole]
  const { compared } = await askForUpdates(async () => await Promise.resolve(outputs.shift()!))
  assert.deepEqual([compared.size, outputs.length], [4, 0])
  await assert.rejects(
    askForUpdates(async () => await Promise.resolve(policy)),
    /end of the answer is missing/,
  )
})
