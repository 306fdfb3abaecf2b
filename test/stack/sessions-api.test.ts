import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { implicitIdOf } from '@seine/shared/sessions/implicit-id.ts'
import { implicitInput } from '@seine/shared/sessions/session-store.ts'
import { emptyState } from '@seine/shared/sessions/state.ts'
import { sessionsPrefix } from '@seine/shared/storage/object-keys.ts'
import { sessionWorkflowIdOf } from '@seine/shared/temporal/names.ts'
import { asksOnce, grantedOf, refOf, SessionLab, until } from './session-lab.ts'

describe('sessions', { concurrency: false }, () => {
  let lab: SessionLab

  before(async () => {
    lab = await SessionLab.start()
  })
  after(async () => {
    await lab?.close()
  })

  it('are registered, listed, read, replaced and deleted', { timeout: 600_000 }, async () => {
    const id = `shop.${randomUUID()}`
    const secret = 'correct horse'
    const body = {
      session_id: id,
      domain: 'www.example.com',
      tag: 'shop',
      playbook: {
        cookies: [{ name: 'theme', value: 'dark' }],
        headers: { Authorization: 'Bearer {{secret.token}}', 'X-Plain': 'plain' },
        secrets: { token: secret },
      },
    }
    const created = await lab.call('POST', '/sessions', body)
    assert.equal(created.status, 201)
    assert.equal(created.headers.get('location'), `/sessions/${id}`)
    assert.equal(created.headers.get('etag'), '"1"')
    assert.deepEqual([created.body['domain'], created.body['status']], ['example.com', 'ready'])

    assert.equal((await lab.call('POST', '/sessions', body)).body['code'], 'session_exists')

    const shown = await lab.call('GET', `/sessions/${id}`)
    assert.equal(shown.headers.get('etag'), '"1"')
    assert.deepEqual({ ...shown.body, request_id: '' }, { ...created.body, request_id: '' })
    const text = JSON.stringify(shown.body)
    for (const hidden of [secret, 'dark', 'plain"']) assert.ok(!text.includes(hidden), hidden)
    assert.ok(!text.includes('Bearer') && text.includes('theme') && text.includes('X-Plain'))

    const listed = await until(async () => {
      const { data } = (await lab.call('GET', '/sessions?limit=5')).body as { data: { session_id: string }[] }
      return data.find(({ session_id }) => session_id === id) ?? null
    })
    assert.equal((listed as Record<string, unknown>)['status'], 'ready')

    const { fence } = grantedOf(await lab.sessions.acquire(refOf(id), asksOnce))
    await lab.sessions.release(refOf(id), { fence, stateKey: null })
    const change = { ttl_seconds: 120, max_uses: 1, playbook: { headers: { Authorization: '{{secret.token}}' } } }
    const stale = await lab.call('PUT', `/sessions/${id}`, change, { 'If-Match': '"7"' })
    assert.deepEqual([stale.status, stale.body['code']], [412, 'version_mismatch'])
    const replaced = await lab.call('PUT', `/sessions/${id}`, change, { 'If-Match': '"1"' })
    assert.equal(replaced.status, 200, JSON.stringify(replaced.body))
    assert.equal(replaced.headers.get('etag'), '"2"')
    assert.equal(replaced.body['ttl_seconds'], 120)
    assert.deepEqual([replaced.body['use_count'], replaced.body['status']], [0, 'ready'], 'earlier uses do not count')
    const { incarnation } = (await lab.sessions.view(refOf(id))) ?? { incarnation: '' }
    const kept = await lab.objects.readPlaybook({ ...refOf(id), incarnation }, 2)
    assert.deepEqual(kept?.secrets, { token: secret }, 'secrets are kept where none are given')

    assert.equal((await lab.call('DELETE', `/sessions/${id}`)).status, 204)
    for (const [method, sent] of [
      ['GET', undefined],
      ['PUT', change],
      ['DELETE', undefined],
    ] as const) {
      assert.equal((await lab.call(method, `/sessions/${id}`, sent)).body['code'], 'session_not_found')
    }
    assert.deepEqual(await lab.t.store.list(`${sessionsPrefix}default/${id}/`), [])
  })

  it('of one id are one, however many ask for it at once', { timeout: 600_000 }, async () => {
    const body = { session_id: `race-${randomUUID()}`, domain: 'example.com' }
    const answers = await Promise.all(Array.from({ length: 6 }, async () => await lab.call('POST', '/sessions', body)))
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409, 409, 409, 409],
    )
    const folders = await lab.t.store.listFolders(`${sessionsPrefix}default/${body.session_id}/`)
    assert.equal(folders.length, 1, 'who came second leaves nothing')
  })

  it('of an id that has expired make room for one, however many ask for it at once', { timeout: 600_000 }, async () => {
    const body = { session_id: `race-${randomUUID()}`, domain: 'example.com', max_uses: 1 }
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 5 }, async () => await lab.call('POST', '/sessions', body)),
      )
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [201, 409, 409, 409, 409],
      )
      const ref = refOf(body.session_id)
      const { fence } = grantedOf(await lab.sessions.acquire(ref, asksOnce))
      await lab.sessions.release(ref, { fence, stateKey: null })
      assert.equal((await lab.sessions.view(ref))?.status, 'expired')
    }
  })

  it('are replaced once by two callers that name the same version', { timeout: 600_000 }, async () => {
    const id = await lab.register()
    const put = async (headers: Record<string, string>): Promise<number> =>
      (await lab.call('PUT', `/sessions/${id}`, { max_uses: 5 }, headers)).status
    const named = await Promise.all([put({ 'If-Match': '"1"' }), put({ 'If-Match': '"1"' })])
    assert.deepEqual(named.toSorted(), [200, 412])
    assert.deepEqual(await Promise.all([put({}), put({})]), [200, 200])
    const any = { 'If-Match': '*' }
    assert.deepEqual(await Promise.all([put(any), put(any)]), [200, 200])
    const keys = await lab.t.store.list(`${sessionsPrefix}default/${id}/`)
    assert.ok(keys.length <= 3, `playbooks that were replaced are deleted: ${keys.join(' ')}`)
  })

  it('are used no more often than they may be', { timeout: 600_000 }, async () => {
    const id = await lab.register({}, { max_uses: 1 })
    const { fence } = grantedOf(await lab.sessions.acquire(refOf(id), asksOnce))
    await lab.sessions.release(refOf(id), { fence, stateKey: null })
    assert.deepEqual(await lab.sessions.acquire(refOf(id), asksOnce), { kind: 'expired' })
    assert.equal((await lab.read(id))['status'], 'expired')
    const again = await lab.call('POST', '/sessions', { session_id: id, domain: 'example.com' })
    assert.equal(again.status, 201, 'an expired one makes room')
  })

  it('run their playbook when they are registered, replaced and asked to', { timeout: 600_000 }, async () => {
    lab.runs.length = 0
    const id = await lab.register({ start_url: 'https://example.com/login' })
    const ref = refOf(id)
    const granted = grantedOf(await lab.sessions.acquire(ref, { ...asksOnce, waitMs: 50_000 }))
    assert.deepEqual([lab.runs.length, lab.runs[0]?.version, granted.stateKey?.endsWith('state-1.json')], [1, 1, true])

    const put = await lab.call('PUT', `/sessions/${id}`, { playbook: { start_url: 'https://example.com/in' } })
    assert.equal(put.status, 200)
    assert.deepEqual(await lab.sessions.release(ref, { fence: granted.fence, stateKey: 'of the old playbook' }), {
      kind: 'released',
    })
    const next = grantedOf(await lab.sessions.acquire(ref, { ...asksOnce, waitMs: 50_000 }))
    assert.deepEqual([lab.runs.length, lab.runs[1]?.version, lab.runs[1]?.stateKey], [2, 2, null])
    assert.match(next.stateKey ?? '', /state-3\.json$/)
    await lab.sessions.release(ref, { fence: next.fence, stateKey: null })

    assert.equal((await lab.call('POST', `/sessions/${id}/refresh`)).status, 202)
    const refreshed = await until(async () => {
      const body = await lab.read(id)
      return (body['last_run'] as { trigger: string } | null)?.trigger === 'requested' && body['status'] === 'ready'
        ? body
        : null
    })
    assert.equal((refreshed['last_run'] as { outcome: string }).outcome, 'succeeded')
    assert.equal(
      (await lab.call('POST', `/sessions/${await lab.register()}/refresh`)).body['code'],
      'invalid_combination',
    )
  })

  it('are deleted by force while their playbook runs', { timeout: 600_000 }, async () => {
    const begun = Promise.withResolvers<undefined>()
    const end = Promise.withResolvers<undefined>()
    lab.outcome = async (input) => {
      begun.resolve(undefined)
      await end.promise
      return await lab.succeed(input)
    }
    const id = await lab.register({ start_url: 'https://example.com/login' })
    await begun.promise
    assert.equal((await lab.read(id))['status'], 'warming')
    assert.equal((await lab.call('DELETE', `/sessions/${id}`)).status, 429)
    assert.equal((await lab.call('DELETE', `/sessions/${id}?force=true`)).status, 204)
    assert.equal((await lab.call('GET', `/sessions/${id}`)).status, 404)
    end.resolve(undefined)
    lab.outcome = lab.succeed
  })

  it('that a scrape has begun are read, used and deleted', { timeout: 600_000 }, async () => {
    const ref = refOf(implicitIdOf(Date.now(), randomUUID()))
    const implicit = { domain: 'example.com', createdAt: new Date().toISOString(), state: emptyState() }
    await lab.objects.writeImplicit(ref, implicit)
    const shown = await lab.read(ref.id)
    assert.deepEqual([shown['implicit'], shown['status'], shown['use_count']], [true, 'ready', 0])

    const input = implicitInput(ref, implicit, randomUUID())
    const grants = await Promise.all([
      lab.sessions.acquireImplicit(input, { ...asksOnce, leaseMs: 500, waitMs: 50_000 }),
      lab.sessions.acquireImplicit(
        { ...input, incarnation: randomUUID() },
        { ...asksOnce, leaseMs: 500, waitMs: 50_000 },
      ),
    ])
    assert.deepEqual(
      grants.map((grant) => grantedOf(grant).fence).toSorted((a, b) => a - b),
      [1, 2],
    )
    assert.equal(new Set(grants.map((grant) => grantedOf(grant).incarnation)).size, 1)
    const { state } = await lab.objects.readState(grantedOf(grants[0]).stateKey)
    assert.deepEqual(state, emptyState())
    assert.equal((await lab.read(ref.id))['use_count'], 2)
    await until(async () => ((await lab.call('DELETE', `/sessions/${ref.id}`)).status === 204 ? true : null))
    assert.equal((await lab.call('GET', `/sessions/${ref.id}`)).status, 404)

    const unused = refOf(implicitIdOf(Date.now(), randomUUID()))
    await lab.objects.writeImplicit(unused, implicit)
    assert.equal((await lab.call('DELETE', `/sessions/${unused.id}`)).status, 204)
    assert.equal((await lab.call('DELETE', `/sessions/${unused.id}`)).status, 404)
  })

  it('keep their secrets out of histories and out of the store in the clear', { timeout: 600_000 }, async () => {
    const mark = `canary-${randomUUID()}`
    const id = await lab.register({
      start_url: 'https://example.com/login',
      actions: [{ action: 'fill', selector: '#a', value: `typed-${mark}` }],
      cookies: [{ name: 'c', value: `cookie-${mark}` }],
      headers: { 'X-A': `header-${mark}` },
      local_storage: { key: `stored-${mark}` },
      secrets: { password: `secret-${mark}` },
    })
    grantedOf(await lab.sessions.acquire(refOf(id), { ...asksOnce, waitMs: 50_000 }))
    assert.ok(!JSON.stringify(await lab.read(id)).includes(mark))
    const history = await lab.t.temporal.workflow.getHandle(sessionWorkflowIdOf(refOf(id))).fetchHistory()
    const payloads = JSON.stringify(history, (_key, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    )
    assert.ok(payloads.includes(id) && !payloads.includes(mark))
    const keys = await lab.t.store.list(`${sessionsPrefix}default/${id}/`)
    assert.equal(keys.length, 2)
    for (const key of keys) {
      assert.ok(
        !Buffer.from((await lab.t.store.get(key)) ?? '')
          .toString('latin1')
          .includes(mark),
        key,
      )
    }
  })

  it('replay without a difference', { timeout: 600_000 }, async () => {
    const replayed = await lab.replayAll()
    assert.ok(replayed > 3, String(replayed))
  })
})
