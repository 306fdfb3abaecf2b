import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import type { PageRecord } from '@seine/shared/pages/slice-shapes.ts'
import { pageOutput } from './page-output.ts'

const record = (patch: Partial<PageRecord>): PageRecord =>
  ({ outputs: { markdown: '# A', links: ['http://b/'] }, ...patch }) as PageRecord

describe('what an archive has of a page', () => {
  it('is the text of its format, or nothing', async () => {
    const store = new MemoryStore()
    assert.deepEqual(await pageOutput(store, record({}), 'markdown'), { kind: 'text', value: '# A' })
    assert.deepEqual(await pageOutput(store, record({}), 'links'), { kind: 'text', value: ['http://b/'] })
    assert.equal(await pageOutput(store, record({}), 'html'), null)
  })

  it('is the screenshot that its record names', async () => {
    const store = new MemoryStore()
    await store.put('shot.png', new Uint8Array([137, 80]))
    const output = await pageOutput(store, record({ screenshot: 'shot.png' }), 'screenshot_full_page')
    assert.ok(output?.kind === 'picture')
    assert.deepEqual([...output.png], [137, 80])
    assert.equal(await pageOutput(store, record({}), 'screenshot'), null)
  })

  it('reports a lost screenshot, so that an archive does not lack it silently', async () => {
    const output = await pageOutput(new MemoryStore(), record({ screenshot: 'gone.png' }), 'screenshot')
    assert.deepEqual(output, { kind: 'lost' })
  })
})
