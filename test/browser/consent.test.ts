/** Consent banners are rejected, and pages without one are not delayed. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dismissConsent } from '@seine/activities/browser/page/consent.ts'
import { html, startFixture, type Fixture } from './fixture-server.ts'
import { visit } from './page-lab.ts'
import { openLab, type RecorderLab } from './recorder-lab.ts'

const policy = { 'content-security-policy': "script-src 'unsafe-inline'" }

/** The parts of OneTrust's banner markup that the rules check. */
const oneTrust = `<div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk" style="position:fixed;bottom:0;height:200px">
  <p>We use cookies</p><button id="onetrust-reject-all-handler">Reject All</button>
  <button id="onetrust-accept-btn-handler">Accept</button></div></div>
  <script>
    const banner = document.getElementById('onetrust-consent-sdk')
    window.answer = null
    document.getElementById('onetrust-reject-all-handler').onclick = () => { answer = 'rejected'; banner.remove() }
    document.getElementById('onetrust-accept-btn-handler').onclick = () => { answer = 'accepted'; banner.remove() }
  </script>`

const fixed = 'style="position:fixed;bottom:0;height:200px;display:block"'

/** The parts of other vendors' markup that the rules check; `no` is the button that rejects. */
const vendors: Readonly<Record<string, { markup: string; no: string; script?: string }>> = {
  Cybotcookiebot: {
    markup: `<div id="CybotCookiebotDialog" ${fixed}>This website uses cookies
      <button id="CybotCookiebotDialogBodyLevelButtonLevelOptinDeclineAll">Deny</button></div>`,
    no: '#CybotCookiebotDialogBodyLevelButtonLevelOptinDeclineAll',
    script: 'window.Cookiebot = { hasResponse: false, dialog: { visible: true } }',
  },
  didomi: {
    markup: `<div id="didomi-host"><div id="didomi-notice" ${fixed}>Cookies
      <button id="didomi-notice-disagree-button">Disagree</button></div></div>`,
    no: '#didomi-notice-disagree-button',
  },
  quantcast: {
    markup: `<div id="qc-cmp2-container"><div id="qc-cmp2-ui" ${fixed}>We value your privacy
      <button id="disagree-btn">Disagree</button></div></div>`,
    no: '#disagree-btn',
  },
  'TrustArc-top': {
    markup: `<div id="truste-consent-track" ${fixed}>We use cookies
      <button id="truste-consent-required">Required only</button><button id="truste-show-consent">More</button></div>`,
    no: '#truste-consent-required',
  },
  'usercentrics-api': {
    markup: `<div id="usercentrics-root" ${fixed}></div>`,
    no: '[data-testid=uc-deny-all-button]',
    script: `window.UC_UI = {}
      root = document.getElementById('usercentrics-root').attachShadow({ mode: 'open' })
      root.innerHTML = '<div data-testid="uc-container">Cookies <button data-testid="uc-deny-all-button">Deny</button></div>'`,
  },
}

const vendorPage = ({ markup, no, script = '' }: { markup: string; no: string; script?: string }): string =>
  `<p>text</p>${markup}<script>
    let root = document
    ${script}
    window.answer = null
    root.querySelector('${no}').onclick = () => { answer = 'rejected'; document.body.innerHTML = '<p>text</p>' }
  </script>`

/** A OneTrust banner that can be rejected only in its settings. */
const secondDialog = `<p>text</p><div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk" ${fixed}>We use cookies
  <button id="onetrust-pc-btn-handler">Settings</button><button id="onetrust-accept-btn-handler">Accept</button></div>
  <div id=settings hidden><input type=checkbox class="category-switch-handler" checked>
  <button class="save-preference-btn-handler">Save</button></div></div><script>
    window.answer = null
    document.getElementById('onetrust-pc-btn-handler').onclick = () => { settings.hidden = false }
    document.querySelector('.save-preference-btn-handler').onclick = () => {
      answer = document.querySelector('input').checked ? 'accepted' : 'rejected'
      document.getElementById('onetrust-consent-sdk').remove()
    }
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
      ...Object.fromEntries(Object.entries(vendors).map(([name, each]) => [`/${name}`, html(vendorPage(each))])),
      '/second-dialog': html(secondDialog),
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

  for (const name of Object.keys(vendors)) {
    it(`rejects the banner of ${name}`, async () => {
      const { cmp, answer } = await dismissAt(`/${name}`)
      assert.equal(answer, 'rejected')
      assert.equal(cmp, name)
    })
  }

  it('rejects in a second dialog where the first has no way to', async () => {
    assert.equal((await dismissAt('/second-dialog')).answer, 'rejected')
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
