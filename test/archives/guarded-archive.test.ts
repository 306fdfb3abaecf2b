/** The web archive of a job in a session: several attempts at a page, and nothing of what lets a visitor in. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import JSZip from 'jszip'
import { launch, type Browser } from 'puppeteer'
import { readWarc } from '@seine/activities/archive/wire/testing/read-warc.ts'
import { enginePath, sandboxFlags } from '../browser/engine-path.ts'
import type { Body } from '../stack/api-client.ts'
import { startTestStack, type TestStack } from '../stack/test-stack.ts'
import { GuardedSite, longPageBytes, longPageNames, secrets } from './guarded-site.ts'
import { playerSkip, startReplay } from './replay-web-page.ts'
import { shownPage } from './shown-page.ts'
import { checkWarc, toolsSkip, validateWacz } from './web-archive-tools.ts'

/** Bound of recorded bodies in this stack. */
const bodyMaxBytes = 50_000

describe('the web archive of a job in a session', { timeout: 600_000 }, () => {
  const site = new GuardedSite()
  let folder: string
  let final: Body
  let wacz: Buffer
  let pages: Record<string, unknown>[]

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seine-guarded-'))
    await site.listen()
    const environment = { SEINE_ARCHIVE_BODY_MAX_BYTES: String(bodyMaxBytes) }
    const t = await startTestStack({ browser: true, egressAllow: [`127.0.0.1/32:${site.port}`], environment })
    try {
      const session = await logIn(t)
      site.asked.splice(0)
      const request = { url: site.url('/account/'), sitemap: 'skip', output: ['markdown'], archive: ['wacz'] }
      const id = await t.api.start({ ...request, scrape: { session } })
      final = await t.api.watch(id)
      const { body } = await t.api.request('GET', `/crawl/${id}/pages?attempts=true`)
      pages = body['data'] as Record<string, unknown>[]
      wacz = Buffer.from(await (await fetch(final.s3PresignedUrls!['wacz']!)).arrayBuffer())
    } finally {
      await t.close()
    }
  })
  after(async () => {
    site.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function logIn({ api }: TestStack): Promise<string> {
    const { body } = await api.request('POST', '/sessions', {
      domain: '127.0.0.1',
      playbook: {
        start_url: site.url('/login'),
        actions: [
          { action: 'fill', selector: '[name=user]', value: '{{secret.user}}' },
          { action: 'fill', selector: '[name=password]', value: '{{secret.password}}' },
          { action: 'click', selector: '#login button' },
          { action: 'wait_for_navigation' },
        ],
        secrets: { user: secrets.user, password: secrets.password },
        success: { cookie: 'sid' },
      },
    })
    const id = String(body['session_id'])
    for (;;) {
      const read = await api.request('GET', `/sessions/${id}`)
      if (read.body.status === 'ready') return id
      assert.notEqual(read.body.status, 'failed', JSON.stringify(read.body))
      await sleep(100)
    }
  }

  const dataOf = async (): Promise<Buffer> =>
    await (await JSZip.loadAsync(wacz)).file('archive/data-000.warc.gz')!.async('nodebuffer')

  /** Status and body of each answer for a path, in the order of the archive. */
  const answersOf = async (path: string) =>
    readWarc(await dataOf())
      .filter(({ type, fields }) => type === 'response' && fields['warc-target-uri'] === site.url(path))
      .map(({ head, body, fields }) => ({ status: head.split(' ')[1], body, cut: fields['warc-truncated'] ?? null }))

  it('has every attempt, and passes the checks of other tools', { skip: toolsSkip }, async () => {
    assert.deepEqual(
      [final.status, final.completed, final.failed],
      ['completed', 3 + longPageNames.length, 0],
      JSON.stringify(pages),
    )
    const app = pages.find(({ url }) => url === site.url('/account/app'))!
    const engines = new Set((app['attempts'] as { engine: string }[]).map(({ engine }) => engine))
    assert.ok(engines.has('http') && engines.size > 1, [...engines].join())
    const busy = await answersOf('/account/busy')
    assert.deepEqual([busy[0]?.status, busy.at(-1)?.status], ['503', '200'])
    assert.ok((await answersOf('/account/app')).length > 1)
    assert.equal((await answersOf('/account/data')).length, 1)

    await writeFile(join(folder, 'a.wacz'), wacz)
    await validateWacz(join(folder, 'a.wacz'))
    await writeFile(join(folder, 'data.warc.gz'), await dataOf())
    assert.equal(await checkWarc(join(folder, 'data.warc.gz')), readWarc(await dataOf()).length)
  })

  it('has no credentials', async () => {
    const zip = await JSZip.loadAsync(wacz)
    for (const { name, dir } of Object.values(zip.files)) {
      if (dir) continue
      const file = await zip.file(name)!.async('nodebuffer')
      const text = (name.endsWith('.gz') ? gunzipSync(file) : file).toString('latin1')
      for (const secret of Object.values(secrets)) assert.ok(!text.includes(secret), `${secret} is in ${name}`)
    }
    const [start] = await answersOf('/account/')
    assert.match(start!.body.toString('latin1'), /Sentence 1 about \/account\//)
  })

  it('has bodies up to the bound of the operator, and says which are cut', async () => {
    for (const name of longPageNames) {
      const [long] = await answersOf(`/account/${name}`)
      assert.deepEqual([long?.body.byteLength, long?.cut], [bodyMaxBytes, 'length'], name)
      assert.match(long!.body.toString('latin1'), new RegExp(`Sentence 6 about /account/${name} has`))
    }
    const page = pages.find(({ url }) => url === site.url('/account/long'))!
    const { markdown = '' } = page['output'] as { markdown?: string }
    assert.ok(markdown.length > longPageBytes / 2, `${markdown.length} characters`)
  })

  it('shows the attempt that became the page', { skip: playerSkip }, async () => {
    const replay = await startReplay({ 'guarded.wacz': wacz })
    let browser: Browser | null = null
    try {
      browser = await launch({ executablePath: await enginePath('chrome'), args: [...sandboxFlags] })
      await shownPage(browser, replay, 'guarded.wacz', site.url('/account/busy'), /Sentence 6 about \/account\/busy/)
      for (const name of longPageNames) {
        const words = new RegExp(`Sentence 6 about /account/${name} has`)
        await shownPage(browser, replay, 'guarded.wacz', site.url(`/account/${name}`), words)
      }
      await shownPage(browser, replay, 'guarded.wacz', site.url('/account/app'), /Sentence 6 about the rendered page/)
    } finally {
      await browser?.close()
      await replay.close()
    }
  })
})
