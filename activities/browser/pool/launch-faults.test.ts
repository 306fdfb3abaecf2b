import assert from 'node:assert/strict'
import { test } from 'node:test'
import { launchFault } from './launch-faults.ts'

test('a missing sandbox is explained', () => {
  for (const line of [
    '[1:1:FATAL:zygote_host_impl_linux.cc(132)] No usable sandbox! If you are running on Ubuntu 23.10+ ...',
    // The output in a container without the repository's seccomp profile.
    'Check failed: sys_chroot("/proc/self/fdinfo/") == 0',
    'Failed to move to new namespace: PID namespaces supported, Network namespace supported, but failed: errno = EPERM',
  ]) {
    assert.match(launchFault('/usr/bin/chromium', 'it ended', [line]).message, /namespaces.*SEINE_BROWSER_SANDBOX=off/)
  }
})

test('a path too long for sockets is explained', () => {
  assert.match(launchFault('/usr/bin/chromium', 'it ended', ['FATAL: Socket path too long: /tmp/x']).message, /TMPDIR/)
})

test('any other fault is reported with the last lines of output', () => {
  const output = Array.from({ length: 9 }, (_, index) => `line ${index}`)
  const { message } = launchFault('/usr/bin/chromium', 'it ended with code 1', output)
  assert.equal(
    message,
    '/usr/bin/chromium did not start: it ended with code 1 (line 4 | line 5 | line 6 | line 7 | line 8)',
  )
})
