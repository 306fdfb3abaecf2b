/**
 * The seccomp profile of the browser worker: Docker's default for every container, plus what Chromium's sandbox needs.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { repositoryRoot } from '../checkout/locations.ts'

interface Rule {
  names: string[]
  action: string
  args?: unknown[]
}

interface Profile {
  defaultAction: string
  syscalls: Rule[]
}

const read = (path: string): Profile => JSON.parse(readFileSync(path, 'utf8')) as Profile
const profile = read(join(repositoryRoot, 'docker/seccomp/chromium.json'))
const allowed = new Set(
  profile.syscalls
    .filter(({ args, action }) => args === undefined && action === 'SCMP_ACT_ALLOW')
    .flatMap((rule) => rule.names),
)

test('an unprivileged process may make namespaces and change its root within them', () => {
  assert.equal(profile.defaultAction, 'SCMP_ACT_ERRNO')
  for (const name of ['chroot', 'clone', 'clone3', 'setns', 'unshare']) assert.ok(allowed.has(name), name)
})

test('what is for the superuser of the machine, or has let processes out of containers, stays forbidden', () => {
  const forbidden = ['mount', 'umount2', 'pivot_root', 'bpf', 'keyctl', 'add_key', 'userfaultfd', 'io_uring_setup']
  const more = ['perf_event_open', 'kexec_load', 'init_module', 'finit_module', 'open_by_handle_at', 'syslog', 'reboot']
  for (const name of [...forbidden, ...more]) assert.ok(!allowed.has(name), name)
})

test('every runtime reads it alike: there are no conditions that only Docker knows', () => {
  for (const rule of profile.syscalls) {
    assert.deepEqual(
      Object.keys(rule).filter((key) => !['names', 'action', 'args'].includes(key)),
      [],
    )
  }
})

/** The default profile of podman and buildah, when they are installed. */
const common = '/usr/share/containers/seccomp.json'

test('it holds what the default of podman allows without a condition', { skip: !existsSync(common) }, () => {
  // Docker allows these only to privileged containers, or they are not system calls on the architectures here.
  const privileged =
    /^(?:fs(?:config|mount|open|pick)|(?:get|set)_mempolicy|mbind|keyctl|u?mount2?|umount|mount_setattr|move_mount|open_tree|pidfd_getfd|pivot_root|reboot|syslog|perf_event_open)$/
  const old = new Set(['readdir', 'sigaction', 'signal', 'sigpending', 'sigsuspend', 'syscall', 'timerfd'])
  const rules = (read(common).syscalls as (Rule & { includes?: object; excludes?: object })[]).filter(
    ({ action, args, includes = {}, excludes = {} }) =>
      action === 'SCMP_ACT_ALLOW' &&
      (args ?? []).length === 0 &&
      Object.keys({ ...includes, ...excludes }).length === 0,
  )
  const missing = rules
    .flatMap((rule) => rule.names)
    .filter((name) => !allowed.has(name) && !privileged.test(name) && !old.has(name))
  assert.deepEqual(missing, [])
})
