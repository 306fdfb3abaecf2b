/** The list of all jobs of a tenant. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiClient } from '../api-client.ts'
import type { TestStack } from '../test-stack.ts'

const otherKey = 'seine_lister_0123456789abcdef0123456789abcdef'

interface Entry {
  id: string
  kind: string
  status: string
  tag: string[]
  completed: number
  createdAt: string
}

async function list(query: string, api: ApiClient): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const more: string = cursor === '' ? '' : `&cursor=${cursor}`
    const { status, body } = await api.request('GET', `/jobs?${query}${more}`)
    assert.equal(status, 200, JSON.stringify(body))
    entries.push(...(body['data'] as Entry[]))
    cursor = body['next_cursor'] as string | null
  }
  return entries
}

/** Must come first: no other job may be there. @param site options of its website. */
export function testJobList(shared: () => TestStack, site: { latencyMs: number }): void {
  it('has the jobs of the tenant of the key, newest first, running and ended', async () => {
    const t = shared()
    const usualLatencyMs = site.latencyMs
    const first = await t.api.start({ url: t.site.url, limit: 3 })
    const done = await t.api.watch(first)
    const second = await t.api.startBatch({ urls: [t.site.url], output: ['markdown'], tag: 'nightly' })
    await t.api.watch(second)
    site.latencyMs = 2_000
    const third = await t.api.start({ url: t.site.url, limit: 50, scrape: { tag: ['nightly', 'docs'] } })

    const ids = async (query: string): Promise<string[]> => (await list(query, t.api)).map(({ id }) => id)
    const all = await list('limit=1', t.api)
    assert.deepEqual(
      all.map(({ id, kind, status }) => [id, kind, status]),
      [
        [third, 'crawl', 'crawling'],
        [second, 'batch_scrape', 'completed'],
        [first, 'crawl', 'completed'],
      ],
    )
    assert.equal(all[2]!.completed, done.completed)
    assert.equal('s3PresignedUrls' in all[2]!, false)
    assert.deepEqual(await ids('kind=crawl'), [third, first])
    assert.deepEqual(await ids('status=completed&limit=1'), [second, first])
    assert.deepEqual(await ids('tag=nightly'), [third, second])
    assert.deepEqual(await ids(`created_after=${all[1]!.createdAt}`), [third, second])
    await t.api.cancel(third)
    site.latencyMs = usualLatencyMs

    const sha256 = createHash('sha256').update(otherKey).digest('hex')
    const keys = JSON.parse(await readFile(t.keysFile, 'utf8')) as unknown[]
    await writeFile(t.keysFile, JSON.stringify([...keys, { id: 'lister', tenant: 'lister', sha256 }]))
    const other = new ApiClient(t.stack.file.gateway, otherKey)
    while ((await other.request('GET', '/jobs')).status !== 200) await sleep(50)
    assert.deepEqual(await list('', other), [])

    for (const query of ['kind=batch', 'status=done', 'limit=0', 'created_after=yesterday', 'cursor=abc', 'state=x']) {
      assert.equal((await t.api.request('GET', `/jobs?${query}`)).status, 422, query)
    }
  })
}
