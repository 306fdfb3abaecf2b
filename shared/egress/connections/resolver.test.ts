import assert from 'node:assert/strict'
import { test } from 'node:test'
import { egressLimits } from '../../config/limits.ts'
import { AllowList, allowNothing } from '../policy/allow-list.ts'
import { namesFrom } from '../testing/fixture-server.ts'
import { mayDial, resolveTarget, shareInFlight, systemResolve, type DialPolicy, type ResolveName } from './resolver.ts'

const policy = (resolve: ResolveName, entries = ''): DialPolicy => ({ resolve, allowList: new AllowList({ entries }) })

const mustNotAsk: ResolveName = () => Promise.reject(new Error('asked'))

test('a public name gives its addresses in the order of the resolver', async () => {
  const resolve = namesFrom({ 'site.example': ['2606:4700::1', '8.8.8.8', '1.1.1.1'] })
  assert.deepEqual(await resolveTarget('site.example', 80, policy(resolve)), [
    { address: '2606:4700::1', family: 6 },
    { address: '8.8.8.8', family: 4 },
    { address: '1.1.1.1', family: 4 },
  ])
})

test('one private address among public ones refuses the name', async () => {
  for (const address of ['10.0.0.1', '127.0.0.1', '::1', '::ffff:8.8.8.8', '64:ff9b::808:808', 'fe80::1%eth0', 'x']) {
    const resolve = namesFrom({ 'site.example': ['8.8.8.8', address] })
    await assert.rejects(resolveTarget('site.example', 80, policy(resolve)), (error: Error & { code?: unknown }) => {
      assert.equal(error.code, 'unsafe_target')
      assert.ok(!error.message.includes(address.slice(0, 4)) || address === 'x')
      return true
    })
  }
})

test('a private address passes on the port it is allow-listed for', async () => {
  const resolve = namesFrom({ 'site.example': ['10.0.0.1'] })
  assert.deepEqual(await resolveTarget('site.example', 8080, policy(resolve, '10.0.0.1:8080')), [
    { address: '10.0.0.1', family: 4 },
  ])
  await assert.rejects(resolveTarget('site.example', 80, policy(resolve, '10.0.0.1:8080')), { code: 'unsafe_target' })
})

test('no answer, an empty answer and any failure of the resolver are dns_error', async () => {
  const failures: readonly ResolveName[] = [
    namesFrom({}),
    () => Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })),
    () => Promise.reject(new Error('odd')),
  ]
  for (const resolve of failures) {
    await assert.rejects(resolveTarget('site.example', 80, policy(resolve)), { code: 'dns_error', retryable: true })
  }
})

test('a resolver that never answers is abandoned after the DNS timeout', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const answer = resolveTarget(
    'site.example',
    80,
    policy(() => new Promise(() => {})),
  )
  context.mock.timers.tick(egressLimits.dnsTimeoutMs)
  await assert.rejects(answer, { code: 'dns_error', message: /no answer in time/ })
})

test('localhost names stand for the allow-listed loopback addresses and are not asked of a server', async () => {
  const both = policy(mustNotAsk, '127.0.0.1:80,[::1]:80')
  assert.deepEqual(await resolveTarget('localhost', 80, both), [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ])
  assert.deepEqual(await resolveTarget('site.LOCALHOST.', 80, policy(mustNotAsk, '127.0.0.1:80')), [
    { address: '127.0.0.1', family: 4 },
  ])
  await assert.rejects(resolveTarget('localhost', 81, both), { code: 'unsafe_target' })
})

test('local names and denied literals are refused without asking', async () => {
  for (const host of ['minio', 'printer.local', 'x.svc.cluster.local', '127.0.0.1', '::1', '[::1]', '']) {
    await assert.rejects(resolveTarget(host, 80, policy(mustNotAsk)), { code: 'unsafe_target' })
  }
})

test('a public literal stands for itself', async () => {
  assert.deepEqual(await resolveTarget('8.8.8.8', 80, policy(mustNotAsk)), [{ address: '8.8.8.8', family: 4 }])
  assert.deepEqual(await resolveTarget('[2606:4700::1]', 80, policy(mustNotAsk)), [
    { address: '2606:4700::1', family: 6 },
  ])
})

test('the root dot of a name is not part of the question', async () => {
  const resolve = namesFrom({ 'site.example': ['8.8.8.8'] })
  assert.equal((await resolveTarget('site.example.', 80, policy(resolve))).length, 1)
})

test('connections that start together share one question, later ones ask again', async () => {
  let asked = 0
  const resolve = shareInFlight(async () => {
    asked += 1
    return [{ address: '8.8.8.8', family: 4 }]
  })
  await Promise.all([resolve('a.example'), resolve('a.example'), resolve('b.example')])
  assert.equal(asked, 2)
  await resolve('a.example')
  assert.equal(asked, 3)
})

test('a failed question is not remembered either', async () => {
  let asked = 0
  const resolve = shareInFlight(() => {
    asked += 1
    return Promise.reject(new Error('down'))
  })
  await assert.rejects(resolve('a.example'), /down/)
  await assert.rejects(resolve('a.example'), /down/)
  assert.equal(asked, 2)
})

test('the resolver of the system asks for absolute names', async () => {
  const names = await systemResolve('localhost').catch((error: Error & { hostname?: string }) => error)
  // A system that knows `localhost.` returns loopback addresses; elsewhere the error contains the name that was looked
  // up.
  if (names instanceof Error) assert.equal(names.hostname, 'localhost.')
  else assert.ok(names.every(({ address }) => !mayDial(address, 80, allowNothing)))
})
