/** Consent banners are rejected, and pages without one lose no time. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dismissConsent } from '@seine/activities/browser/page/consent.ts'
import { html, startFixture, type Fixture } from './fixture-server.ts'
import { visit } from './page-lab.ts'
import { openLab, type RecorderLab } from './recorder-lab.ts'

const policy = { 'content-security-policy': "script-src 'unsafe-inline'" }

/** The markup of OneTrust's banner, as far as the rules look at it. */
const oneTrust = `<div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk" style="position:fixed;bottom:0;height:200px">
  <p>We use cookies</p><button id="onetrust-reject-all-handler">Reject All</button>
  <button id="onetrust-accept-btn-handler">Accept</button></div></div>
  <script>
    const banner = document.getElementById('onetrust-consent-sdk')
    window.answer = null
    document.getElementById('onetrust-reject-all-handler').onclick = () => { answer = 'rejected'; banner.remove() }
    document.getElementById('onetrust-accept-btn-handler').onclick = () => { answer = 'accepted'; banner.remove() }
  </script>`

const unknown = `<div role=dialog style="position:fixed;bottom:0;height:200px;width:100%;z-index:999" class="our-banner">
  <p>We use cookies to improve your experience. Do you accept our cookies?</p>
  <button onclick="answer='rejected';parentElement.remove()">Reject all</button>
  <button onclick="answer='accepted';parentElement.remove()">Accept all</button></div><script>window.answer = null</script>`

describe('consent', () => {
  let lab: RecorderLab
  let site: Fixture
  before(async () => {
    lab = await openLab()
    site = await startFixture({
      '/onetrust': html(`<p>text</p>${oneTrust}`),
      '/policy': html(`<p>text</p>${oneTrust}`, policy),
      '/unknown': html(`<p>text</p>${unknown}`),
      '/none': html('<p>nothing to answer</p>'),
      '/mention': html('<p>Our <a href=/privacy>privacy policy</a> and how we use cookies.</p>'),
    })
  })
  after(async () => {
    await lab.close()
    await site.close()
  })

  const dismissAt = (
    path: string,
  ): Promise<{ cmp: string | undefined; answer: unknown; globals: string[]; requests: number }> =>
    visit(lab, site.origin + path, {}, async ({ page, clock }) => {
      const known = await page.evaluate(() => Object.keys(window))
      site.seen.length = 0
      const dismissed = await dismissConsent(page, clock)
      const globals = (await page.evaluate(() => Object.keys(window))).filter((name) => !known.includes(name))
      const answer = await page.evaluate('window.answer')
      return { cmp: dismissed?.cmp, answer, globals, requests: site.seen.length }
    })

  it('rejects the banner of a known vendor', async () => {
    const { cmp, answer } = await dismissAt('/onetrust')
    assert.equal(cmp, 'Onetrust')
    assert.equal(answer, 'rejected')
  })

  it('works on a page that forbids scripts from text, asks for nothing and leaves nothing behind', async () => {
    const { answer, globals, requests } = await dismissAt('/policy')
    assert.equal(answer, 'rejected')
    assert.deepEqual(globals, [])
    assert.equal(requests, 0)
  })

  it('rejects a banner of no known vendor by its words', async () => {
    assert.equal((await dismissAt('/unknown')).answer, 'rejected')
  })

  it('finds none on a page without a banner, whether it speaks of cookies or not', async () => {
    assert.equal((await dismissAt('/none')).cmp, undefined)
    assert.equal((await dismissAt('/mention')).cmp, undefined)
  })
})
