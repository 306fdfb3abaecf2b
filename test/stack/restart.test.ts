import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { startSite } from '../site/server.ts'
import { expectedCrawl } from '../site/truth.ts'
import { download } from './api-client.ts'
import { startTestStack } from './test-stack.ts'

it('continues with its jobs after the whole stack was stopped and started again', async (t) => {
  const site = await startSite({ latencyMs: 20 })
  t.after(async () => await site.close())
  const stateDir = await mkdtemp(join(tmpdir(), 'seine-restart-'))
  t.after(async () => await rm(stateDir, { recursive: true, force: true }))
  const environment = { SEINE_EGRESS_ALLOW: `127.0.0.1/32:${site.port}` }

  const first = await startTestStack({ stateDir, environment })
  const id = await first.api.start({ url: site.url, heartbeatTimeoutSecs: 3 })
  const half = await first.api.watch(id, (body) => body.completed >= 40)
  await first.close()

  const second = await startTestStack({ stateDir, environment })
  t.after(async () => await second.close())
  const final = await second.api.watch(id)
  assert.equal(final.status, 'completed')
  assert.ok(final.completed > half.completed)
  const { manifest } = await download(final.s3PresignedUrls?.['markdown'])
  const truth = expectedCrawl({ start: '/', sitemap: 'include' })
  const pages = manifest.pages.map(({ url }) => url.slice(site.origin.length))
  assert.deepEqual(pages.toSorted(), [...truth.scraped.keys(), ...truth.duplicates.keys()].toSorted())
})
