/** Answers do not distinguish ids of another tenant from ids that do not exist. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { newJobId } from '@seine/gateway/testing/fake-ports.ts'
import type { Route } from '@seine/shared/api/routes/route.ts'
import { routes } from '@seine/shared/api/routes/routes.ts'
import { implicitInput } from '@seine/shared/sessions/session-store.ts'
import type { JobKind } from '@seine/shared/temporal/names.ts'
import { contractGateway, putForeignJobs } from './contract-gateway.ts'
import { answerWithout } from './answer-without.ts'
import { RawClient } from './raw-client.ts'

const idsPerRoute = 100

test('a foreign id and an unknown one get the same answer, on every route, whatever the key', async (t) => {
  const gateway = await contractGateway(t)
  const client = new RawClient(gateway.url)
  t.after(() => client.close())
  const withId = Object.entries<Route>(routes).filter(
    ([, { path }]) => path.includes('{id}') && !path.startsWith('/sessions'),
  )
  assert.equal(withId.length, 24)
  const kinds: JobKind[] = ['crawl', 'batch']
  // Jobs of `acme` are foreign to `other`, and vice versa.
  const owners = { 'acme-key': 'other', 'other-key': 'acme' }
  for (const [key, owner] of Object.entries(owners)) {
    const foreign = Object.fromEntries(
      kinds.map((kind) => [kind, putForeignJobs(gateway, kind, owner, idsPerRoute / 2)]),
    )
    for (const [name, { method, path }] of withId) {
      const kind: JobKind = path.startsWith('/crawl') ? 'crawl' : 'batch'
      const unknown = Array.from({ length: idsPerRoute / 2 }, () => newJobId(kind))
      const ask = async (id: string): Promise<string> => {
        const asked = path.replace('{id}', id).replace('{event_id}', `evt_${id}_1`).replace('{index}', '0')
        const headers = { Authorization: `Bearer ${key}` }
        return answerWithout(await client.send({ method: method.toUpperCase(), path: asked, headers, body: null }), id)
      }
      const answers = new Set(await Promise.all([...(foreign[kind] ?? []), ...unknown].map((id) => ask(id))))
      assert.equal(answers.size, 1, `${name}: ${[...answers].join('\n')}`)
      assert.ok([...answers][0]?.startsWith('[404,'), `${name}: ${[...answers].join('\n')}`)
    }
  }
})

test('the same holds for sessions', async (t) => {
  const gateway = await contractGateway(t)
  const client = new RawClient(gateway.url)
  t.after(() => client.close())
  const foreign = Array.from({ length: 50 }, () => `ses-${randomUUID()}`)
  for (const id of foreign) {
    await gateway.sessions.start(implicitInput({ tenant: 'other', id }, { domain: 'example.com' }, randomUUID()))
  }
  const unknown = Array.from({ length: 50 }, () => `ses-${randomUUID()}`)
  const withId = Object.entries<Route>(routes).filter(([, { path }]) => path.startsWith('/sessions/{id}'))
  assert.equal(withId.length, 4)
  for (const [name, { method, path, body }] of withId) {
    const ask = async (id: string): Promise<string> => {
      const headers = { Authorization: 'Bearer acme-key', 'Content-Type': 'application/json' }
      const sent = body === undefined ? null : Buffer.from('{}')
      const asked = { method: method.toUpperCase(), path: path.replace('{id}', id), headers, body: sent }
      return answerWithout(await client.send(asked), id)
    }
    const answers = new Set(await Promise.all([...foreign, ...unknown].map((id) => ask(id))))
    assert.equal(answers.size, 1, `${name}: ${[...answers].join('\n')}`)
    assert.ok([...answers][0]?.startsWith('[404,'), `${name}: ${[...answers].join('\n')}`)
  }
})
