/** How a navigation ends, depending on what the server and the document do. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { AttemptClock } from '@seine/activities/browser/time/attempt-clock.ts'
import { settleClientRedirects } from '@seine/activities/browser/page/client-redirects.ts'
import { evaluateSteadily } from '@seine/activities/browser/page/evaluate.ts'
import { pageHtml } from '@seine/activities/browser/page/page-content.ts'
import { html, startFixture, type Fixture, type FixtureHandler } from './fixture-server.ts'
import { visit, type Visit, type VisitOptions } from './page-lab.ts'
import { openLab, type RecorderLab } from './recorder-lab.ts'

const answer =
  (status: number, headers: Record<string, string>, body = ''): FixtureHandler =>
  (_request, response) => {
    response.writeHead(status, headers).end(body)
  }

const routes: Record<string, FixtureHandler> = {
  '/page': html('<!doctype html><title>p</title><p id=p>hello'),
  '/empty-404': answer(404, {}),
  '/empty-500': answer(500, {}),
  '/nothing': answer(204, {}),
  '/attachment': answer(
    200,
    { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename=a.txt' },
    'x',
  ),
  '/binary': answer(200, { 'content-type': 'application/octet-stream' }, 'x'),
  '/pdf': answer(200, { 'content-type': 'application/pdf' }, '%PDF-1.4\n%%EOF'),
  '/loop': answer(302, { location: '/loop' }),
  '/reset': (request) => request.socket.destroy(),
  '/hanging-head': () => {},
  '/hanging-body': (_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .write('<!doctype html><p>first part</p>' + ' '.repeat(4096))
  },
  '/hanging-image': html('<p>text</p><img src=/hanging-head>'),
  '/alert': html('<script>alert(1); confirm(2)</script><p>after</p>'),
  '/prompts': html('<script>for (let i = 0; i < 50; i++) prompt("again")</script><p>after</p>'),
  '/leaving': html('<script>onbeforeunload = () => "no"</script><p>stay?</p>'),
  '/popup-alert': html('<p>opener</p><script>open("/alert")</script>'),
  '/refresh': html('<meta http-equiv=refresh content="0; url=/page">'),
  '/refresh-later': html('<meta http-equiv=refresh content="1; url=/page"><p>wait a moment</p>'),
  '/refresh-header': html('<p>wait</p>', { refresh: '0; url=/page' }),
  '/refresh-self': html('<meta http-equiv=refresh content="0"><p>poll</p>'),
  '/replace': html('<script>location.replace("/page")</script>'),
  '/replace-later': html('<p>one moment</p><script>setTimeout(() => location.replace("/page"), 50)</script>'),
  '/chain': html('<script>location.replace("/refresh")</script>'),
  '/endless': html('<script>location.replace("/endless?" + Math.random())</script>'),
  '/to-nothing': html('<p>here</p><script>location.href = "/nothing"</script>'),
  '/crash': html('<p>gone</p>'),
  '/shadow': html(
    '<!doctype html><html lang=en><body><div id=h></div><script>h.attachShadow({mode:"open"}).innerHTML="<b>deep</b>"</script>',
  ),
}

for (const engine of ['headless_shell', 'chrome'] as const) {
  describe(`navigation in ${engine}`, () => {
    let lab: RecorderLab
    let site: Fixture
    before(async () => {
      lab = await openLab(engine)
      site = await startFixture(routes)
    })
    after(async () => {
      await lab.close()
      await site.close()
    })

    const at = <Result>(path: string, wish: VisitOptions, look: (seen: Visit) => Promise<Result>): Promise<Result> =>
      visit(lab, path.startsWith('/') ? site.origin + path : path, wish, look)
    const endOf = (path: string, wish: VisitOptions = {}): Promise<[string, string]> =>
      at(path, wish, async ({ end }) => (end.kind === 'document' ? ['document', ''] : [end.outcome, end.code]))
    const textAt = (path: string, settle = true): Promise<string> =>
      at(path, {}, async ({ page, recorder, clock }) => {
        if (settle) await settleClientRedirects(page, recorder.traffic, clock)
        return await evaluateSteadily(
          page,
          clock,
          5_000,
          () => `${location.pathname} ${document.body?.innerText ?? ''}`,
        )
      })

    it('ends with a document for every status that has one, with or without a body', async () => {
      assert.deepEqual(await endOf('/page'), ['document', ''])
      assert.deepEqual(await endOf('/empty-404'), ['document', ''])
      assert.deepEqual(await endOf('/empty-500'), ['document', ''])
    })

    it('takes 204 for a success without a document', async () => {
      const status = await at('/nothing', {}, async ({ end, recorder }) => {
        assert.equal(end.kind, 'document')
        return recorder.traffic.mainDocument()?.status
      })
      assert.equal(status, 204)
    })

    it('names downloads and PDFs', async () => {
      assert.deepEqual(await endOf('/attachment'), ['download', 'download'])
      assert.deepEqual(await endOf('/binary'), ['download', 'download'])
      assert.deepEqual(await endOf('/pdf'), ['pdf', 'pdf'])
    })

    it('names network errors', async () => {
      assert.deepEqual(await endOf('/loop'), ['network_error', 'ERR_TOO_MANY_REDIRECTS'])
      assert.deepEqual(await endOf('/reset'), ['network_error', 'ERR_EMPTY_RESPONSE'])
      assert.deepEqual(await endOf('http://nowhere.invalid/'), ['dns_error', 'ERR_NAME_NOT_RESOLVED'])
      assert.deepEqual(await endOf(site.origin.replace('http:', 'https:')), ['tls_error', 'ERR_SSL_PROTOCOL_ERROR'])
    })

    it('shows the browser no other scheme', async () => {
      for (const url of [
        'file:///etc/hostname',
        'view-source:http://127.0.0.1/',
        'chrome://version',
        'data:text/html,x',
      ]) {
        assert.deepEqual(await endOf(url), ['unsafe_target', 'unsafe_target'], url)
      }
    })

    it('ends a response that hangs by the time of the attempt and keeps what came', async () => {
      assert.deepEqual(await endOf('/hanging-head', { budgetMs: 3_000 }), ['timeout', 'navigation_timeout'])
      const partial = await at('/hanging-body', { budgetMs: 3_000 }, async ({ end, page }) => {
        assert.equal(end.kind === 'ended' && end.outcome, 'timeout')
        const clock = new AttemptClock(30_000)
        const { text: kept } = await pageHtml(page, clock)
        clock.clear()
        return kept
      })
      assert.match(partial, /first part/)
    })

    it('does not wait for load when the document is enough', async () => {
      const state = await at('/hanging-body', { loadDom: false }, async ({ end, page }) => {
        assert.equal(end.kind, 'document')
        return await page.evaluate(() => document.readyState)
      })
      assert.equal(state, 'loading')
    })

    it('continues without a load event after its cap', async () => {
      assert.deepEqual(await endOf('/hanging-image'), ['document', ''])
    })

    it('answers dialogs, of popups too', async () => {
      assert.equal(await textAt('/alert'), '/alert after')
      assert.equal(await textAt('/prompts'), '/prompts after')
      assert.equal(await textAt('/popup-alert'), '/popup-alert opener')
      await at('/leaving', {}, async ({ page, clock }) => {
        await clock.step(page.goto(`${site.origin}/page`))
      })
    })

    // The remaining cases depend on the page, not on the browser.
    if (engine === 'chrome') return

    for (const path of ['/refresh', '/refresh-later', '/refresh-header', '/replace', '/replace-later', '/chain']) {
      it(`follows the document of ${path}`, async () => {
        assert.equal(await textAt(path), '/page hello')
      })
    }

    it('stays on a document that only reloads itself, or goes where there is no document', async () => {
      assert.equal(await textAt('/refresh-self'), '/refresh-self poll')
      assert.equal(await textAt('/to-nothing'), '/to-nothing here')
    })

    it('gives up on documents that redirect for ever', async () => {
      assert.deepEqual(await endOf('/endless'), ['network_error', 'too_many_redirects'])
    })

    it('ends at once when the page crashes', async () => {
      await at('/crash', {}, async ({ page, clock }) => {
        void page.goto('chrome://crash').catch(() => {})
        await assert.rejects(clock.step(page.evaluate(() => new Promise(() => {}))), {
          name: 'AttemptEndedError',
          end: 'crashed',
        })
      })
    })

    it('serialises the doctype and open shadow roots', async () => {
      const { text, truncated } = await at('/shadow', {}, async ({ page, clock }) => pageHtml(page, clock))
      assert.match(text, /^<!DOCTYPE html>\n<html lang="en">/)
      assert.match(text, /<template shadowrootmode="open"><b>deep<\/b><\/template>/)
      assert.equal(truncated, false)
    })
  })
}
