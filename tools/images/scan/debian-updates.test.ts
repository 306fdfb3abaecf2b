import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPolicy } from './debian-updates.ts'

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
  assert.deepEqual(readPolicy(policy), [
    { package: 'bash', installed: '5.2.15-2', available: '5.2.15-2+b13', isSecurity: false },
    { package: 'libc6', installed: '2.36-1', available: '2.36-9+deb12u14', isSecurity: true },
  ])
  assert.deepEqual(readPolicy(''), [])
})
