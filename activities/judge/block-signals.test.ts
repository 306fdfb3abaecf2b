import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { blockSignal, type JudgedAnswer } from './block-signals.ts'

const answer = (status: number | null, html: string | null, headers: JudgedAnswer['headers'] = {}): JudgedAnswer => ({
  status,
  html,
  headers,
})

const page = (body: string, title = 'Example', head = ''): string =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body>${body}</body></html>`

/** More than two kilobytes of readable text. */
const article = '<p>The quick brown fox jumps over the lazy dog and writes about the web. </p>'.repeat(40)

const cloudflareScript = `<script>(function(){window._cf_chl_opt = {cvId: '3',cZone: 'example.com'};var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=9a'}());</script>`
const jsDetections = `<script>window.__CF$cv$params={r:'9a',t:'MTc'};a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'</script>`
const incapsulaFrame = `<iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&xinfo=9-1-0" width="100%">Request unsuccessful. Incapsula incident ID: 1-2</iframe>`
const dataDome = `<p id="cmsg">Please enable JS and disable any ad blocker</p><script>var dd={'rt':'c','cid':'AHr','hsh':'C1','host':'geo.captcha-delivery.com'}</script><script src="https://ct.captcha-delivery.com/c.js"></script>`
const akamaiDenied = `<H1>Access Denied</H1>You don't have permission to access "http&#58;&#47;&#47;example" on this server.<P>Reference&#32;&#35;18&#46;6c641060&#46;1700000000&#46;1a2b3c<P>https&#58;&#47;&#47;errors&#46;edgesuite&#46;net&#47;18&#46;6c`
const recaptcha = '<div class="g-recaptcha" data-sitekey="6Lc"></div>'
const turnstile = '<div class="cf-turnstile" data-sitekey="0x4"></div>'
const kasadaPath = '/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3'

const blocked: [what: string, answer: JudgedAnswer, vendor: string, confidence: string][] = [
  ["Cloudflare's header on 403", answer(403, null, { 'cf-mitigated': 'challenge' }), 'cloudflare', 'high'],
  ["Cloudflare's header on 429", answer(429, '', { 'CF-Mitigated': 'challenge' }), 'cloudflare', 'high'],
  [
    "Cloudflare's header on 200, even with text",
    answer(200, page(article), { 'cf-mitigated': ['challenge'] }),
    'cloudflare',
    'high',
  ],
  ["Cloudflare's challenge page", answer(403, page(cloudflareScript, 'Just a moment...')), 'cloudflare', 'high'],
  [
    "Cloudflare's challenge page in a browser that knows no status",
    answer(null, page(cloudflareScript, 'Just a moment...')),
    'cloudflare',
    'high',
  ],
  [
    "Cloudflare's script alone",
    answer(503, page("<script src='/cdn-cgi/challenge-platform/h/g/orchestrate/jsch/v1'></script>")),
    'cloudflare',
    'high',
  ],
  [
    "Cloudflare's Turnstile page",
    answer(403, page('<div id="turnstile-wrapper"><iframe src="https://challenges.cloudflare.com/x"></iframe></div>')),
    'cloudflare',
    'high',
  ],
  [
    "Cloudflare's firewall",
    answer(403, page('Sorry, you have been blocked', 'Attention Required! | Cloudflare')),
    'cloudflare',
    'high',
  ],
  ["Cloudflare's rate limit", answer(429, page('<div id="cf-error-details">Error 1015</div>')), 'cloudflare', 'medium'],
  ["Imperva's frame on 200", answer(200, `<html><body>${incapsulaFrame}</body></html>`), 'imperva', 'high'],
  [
    "Imperva's incident",
    answer(403, page('Request unsuccessful. Incapsula incident ID: 445000120-9')),
    'imperva',
    'high',
  ],
  ["Imperva's header with 403", answer(403, page('Forbidden'), { 'x-iinfo': '9-1-0' }), 'imperva', 'medium'],
  ["Imperva's CDN with 403", answer(403, '', { 'X-CDN': 'Imperva' }), 'imperva', 'medium'],
  ["DataDome's page", answer(403, page(dataDome)), 'datadome', 'high'],
  ["DataDome's page on 200", answer(200, page(dataDome)), 'datadome', 'high'],
  [
    "DataDome's answer to a fetch",
    answer(403, '{"url":"https:\\/\\/geo.captcha-delivery.com\\/captcha\\/?initialCid=1"}'),
    'datadome',
    'high',
  ],
  ["DataDome's header with 403", answer(403, page('Forbidden'), { 'x-datadome': 'protected' }), 'datadome', 'medium'],
  [
    "PerimeterX' captcha",
    answer(403, page('<div id="px-captcha"></div>', 'Access to this page has been denied')),
    'perimeterx',
    'high',
  ],
  ["PerimeterX' captcha on 200", answer(200, page('Press and hold <div id=px-captcha></div>')), 'perimeterx', 'high'],
  [
    "PerimeterX' link",
    answer(403, page('<a href="https://www.perimeterx.net/whywasiblocked">Why?</a>')),
    'perimeterx',
    'high',
  ],
  [
    "PerimeterX' answer to a fetch",
    answer(403, '{"appId":"PXabc","jsClientSrc":"/x/init.js","blockScript":"/x/captcha.js"}'),
    'perimeterx',
    'high',
  ],
  [
    "PerimeterX' script",
    answer(403, page('<script src="https://captcha.px-cloud.net/PX/captcha.js"></script>')),
    'perimeterx',
    'high',
  ],
  ["PerimeterX' id with 403", answer(403, page("<script>window._pxAppId = 'PXabc'</script>")), 'perimeterx', 'medium'],
  ["Akamai's refusal", answer(403, page(akamaiDenied, 'Access Denied')), 'akamai', 'high'],
  [
    "Akamai's refusal told by its server",
    answer(403, page('Reference #18.6c641060.17', 'No'), { server: 'AkamaiGHost' }),
    'akamai',
    'high',
  ],
  [
    "A refusal that looks like Akamai's",
    answer(403, page('Reference #18.6c641060.17', 'Access Denied')),
    'akamai',
    'medium',
  ],
  ["Akamai's crypto challenge", answer(428, page('<div id="sec-if-cpt-container"></div>')), 'akamai', 'high'],
  [
    "Akamai's crypto challenge on 200",
    answer(200, page('<script src="/_sec/cp_challenge/sec-4-4.js"></script>')),
    'akamai',
    'high',
  ],
  [
    "Akamai's interstitial",
    answer(200, page('', '', `<meta http-equiv="refresh" content="5; URL='/?bm-verify=AAQ'">`)),
    'akamai',
    'high',
  ],
  ["AWS WAF's header with 202", answer(202, '', { 'x-amzn-waf-action': 'challenge' }), 'aws_waf', 'high'],
  [
    "AWS WAF's header with 405",
    answer(405, page('Human Verification'), { 'x-amzn-waf-action': 'captcha' }),
    'aws_waf',
    'high',
  ],
  ["AWS WAF's page", answer(202, page('<script>window.gokuProps = {"key":"AQ"}</script>')), 'aws_waf', 'high'],
  [
    "CloudFront's refusal",
    answer(403, page('<h1>403 ERROR</h1> Request blocked. We can not connect. Generated by cloudfront (CloudFront)')),
    'cloudfront',
    'medium',
  ],
  [
    "Kasada's page",
    answer(429, `<html><script src="${kasadaPath}/ips.js?KP_UIDz=x"></script></html>`),
    'kasada',
    'high',
  ],
  ["Kasada's page on 200", answer(200, `<html><script src="${kasadaPath}/ips.js"></script></html>`), 'kasada', 'high'],
  ["Kasada's object", answer(429, '<script>window.KPSDK={}</script>'), 'kasada', 'high'],
  ["Kasada's header", answer(429, '', { 'x-kpsdk-ct': '0a' }), 'kasada', 'high'],
  [
    "Google's sorry page",
    answer(429, page('<div id="infoDiv0">This page checks <a href="//www.google.com/policies/terms/">Terms</a></div>')),
    'google',
    'high',
  ],
  [
    "Google's captcha form",
    answer(429, page('<form id="captcha-form" action="index" method="post"></form>')),
    'google',
    'high',
  ],
  ["Vercel's header", answer(429, '', { 'x-vercel-mitigated': 'challenge' }), 'vercel', 'high'],
  ["Vercel's checkpoint", answer(429, page('', 'Vercel Security Checkpoint')), 'vercel', 'high'],
  ["Sucuri's header", answer(403, '', { 'x-sucuri-block': 'BFW' }), 'sucuri', 'high'],
  ["Sucuri's firewall", answer(403, page('', 'Sucuri WebSite Firewall - Access Denied')), 'sucuri', 'high'],
  [
    "Sucuri's script on 200",
    answer(200, page("<script>var s={},sucuri_cloudproxy_js='',S='a'</script>")),
    'sucuri',
    'high',
  ],
  ['DDoS-Guard', answer(403, page('Checking your browser', 'DDoS-Guard')), 'ddos_guard', 'high'],
  [
    'Anubis',
    answer(
      200,
      page('<script id="anubis_challenge" type="application/json">{}</script>', 'Making sure you are not a bot!'),
    ),
    'anubis',
    'high',
  ],
  [
    "F5's rejection on 200",
    answer(
      200,
      '<html><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 1234567890123</body></html>',
    ),
    'f5',
    'high',
  ],
  ['a captcha with 403', answer(403, page(`Are you human? ${recaptcha}`)), 'generic', 'medium'],
  [
    'a captcha and nothing else on 200',
    answer(
      200,
      page(
        `<p>Please confirm that you are human.</p><form>${turnstile}<input type="hidden" name="t"><input type=submit></form>`,
      ),
    ),
    'generic',
    'medium',
  ],
  [
    'a captcha in a frame and nothing else',
    answer(200, page('<iframe src="https://www.google.com/recaptcha/api2/anchor?k=6"></iframe>')),
    'generic',
    'medium',
  ],
  [
    'a rendered captcha and nothing else',
    answer(
      200,
      page(
        '<div class="g-recaptcha"><iframe src="https://www.google.com/recaptcha/api2/anchor?ar=1&amp;k=6&amp;size=normal"></iframe><textarea id="g-recaptcha-response" name="g-recaptcha-response"></textarea></div>',
      ),
    ),
    'generic',
    'medium',
  ],
  ['429', answer(429, page('Too many requests')), 'generic', 'medium'],
  ['429 without a body', answer(429, null), 'generic', 'medium'],
  ['503 with Retry-After', answer(503, page('Busy'), { 'Retry-After': '30' }), 'generic', 'low'],
  ['403', answer(403, page(article)), 'generic', 'low'],
]

const served: [what: string, answer: JudgedAnswer][] = [
  ['an article', answer(200, page(article))],
  ['a short page', answer(200, page('<h1>Hello</h1>'))],
  ['an empty page', answer(200, '')],
  ['no document', answer(204, null)],
  ['a page of its own', answer(404, page('Not found'))],
  ['a fault of its own', answer(500, page('Oops'))],
  ['a login it asks for', answer(401, page('Log in'), { 'www-authenticate': 'Basic' })],
  ['503 without Retry-After', answer(503, page('Down for maintenance'))],
  [
    "an article on Cloudflare's challenges",
    answer(
      200,
      page(
        `${article}<pre>window._cf_chl_opt = {}; /cdn-cgi/challenge-platform/h/b/orchestrate/</pre>`,
        'Just a moment...',
      ),
    ),
  ],
  [
    "a short note that quotes a challenge's source",
    answer(
      200,
      page(
        '<pre>&lt;script&gt;window._cf_chl_opt = {}&lt;/script&gt; geo.captcha-delivery.com/captcha</pre>',
        'Just a moment...',
      ),
    ),
  ],
  [
    'a short note with the words of every vendor',
    answer(
      200,
      page(
        'Incapsula incident ID, Access Denied, Reference #18.6c64.17, px-captcha, Attention Required! | Cloudflare, 429 captcha',
      ),
    ),
  ],
  ["a page that Cloudflare's detections were put into", answer(200, page(`<div id="root"></div>${jsDetections}`))],
  ["a 404 that Cloudflare's detections were put into", answer(404, page(`Not found${jsDetections}`))],
  [
    'an origin that Cloudflare could not reach',
    answer(522, page('<div id="cf-error-details">Connection timed out</div>')),
  ],
  [
    'a page that PerimeterX let through',
    answer(200, page("<div id=app></div><script>window._pxAppId='PXabc'</script>")),
  ],
  [
    'a page that Imperva let through',
    answer(200, page('<div id=app></div><script src="/_Incapsula_Resource?SWJIYLWA=719d34&ns=1"></script>'), {
      'x-iinfo': '9-1-0',
      'x-cdn': 'Imperva',
    }),
  ],
  [
    'a page that DataDome let through',
    answer(200, page('<div id=app></div><script src="https://js.datadome.co/tags.js"></script>'), {
      'x-datadome': 'protected',
    }),
  ],
  [
    'a page that AWS WAF let through',
    answer(200, page('<div id=app></div><script src="https://a.edge.sdk.awswaf.com/a/challenge.js"></script>')),
  ],
  ['a page that Kasada let through', answer(200, page(`<div id=app></div><script src="${kasadaPath}/p.js"></script>`))],
  ["another value of Cloudflare's header", answer(200, page(article), { 'cf-mitigated': 'none' })],
  [
    'a comment form with a captcha under an article',
    answer(200, page(`${article}<form><textarea name=c></textarea>${recaptcha}</form>`)),
  ],
  ['an article with a captcha widget', answer(200, page(`${article}${turnstile}`))],
  [
    'a login page with a captcha',
    answer(
      200,
      page(`<form><input name="user"><input type="password" name="p">${recaptcha}<button>Log in</button></form>`),
    ),
  ],
  [
    'a short contact form with a captcha',
    answer(200, page(`<form><input type="email" name="e"><textarea></textarea>${recaptcha}</form>`)),
  ],
  [
    'an application with an invisible captcha',
    answer(
      200,
      page(
        '<div id="root"></div>',
        'App',
        '<script src="https://www.google.com/recaptcha/api.js?render=6Lc"></script>',
      ),
    ),
  ],
  [
    'a rendered page with the badge of an invisible captcha',
    answer(
      200,
      page(
        '<p>Hi</p><div class="grecaptcha-badge"><iframe src="https://www.google.com/recaptcha/api2/anchor?ar=1&amp;k=6&amp;size=invisible"></iframe><textarea id="g-recaptcha-response"></textarea></div><iframe src="https://www.google.com/recaptcha/api2/bframe?k=6"></iframe>',
      ),
    ),
  ],
  ['an invisible captcha widget', answer(200, page('<div class="g-recaptcha" data-size="invisible"></div>'))],
  ['a captcha in a comment of the source', answer(200, page(`<p>Hi</p><!-- ${recaptcha} -->`))],
  ['a captcha in a template', answer(200, page(`<p>Hi</p><template>${recaptcha}</template>`))],
  ['a 404 with a captcha in its search', answer(404, page(`Not found${recaptcha}`, 'x', '<input name=q>'))],
  ['a page whose text was counted by somebody else', { ...answer(200, page(dataDome)), textLength: 5_000 }],
]

describe('a page that blocks the service', () => {
  for (const [what, given, vendor, confidence] of blocked) {
    it(`is recognised by ${what}`, () => {
      const signal = blockSignal(given)
      assert.deepEqual([signal?.vendor, signal?.confidence], [vendor, confidence], JSON.stringify(signal))
      assert.notEqual(signal?.signal, '')
    })
  }

  it('may be recognised by a title that a browser has read', () => {
    const given = { ...answer(403, page('', 'Loading')), title: 'Vercel Security Checkpoint' }
    assert.equal(blockSignal(given)?.vendor, 'vercel')
  })
})

describe('a page that was served', () => {
  for (const [what, given] of served) {
    it(`stays one: ${what}`, () => assert.equal(blockSignal(given), null))
  }
})

describe('the work', () => {
  it('is linear, whatever the source: nothing behind the first 256 KiB is looked at', () => {
    const head = ' '.repeat(256 * 1024)
    assert.equal(blockSignal(answer(200, `${head}${dataDome}`)), null)
    for (const piece of ['<', '<!--', '<script>', '<title>', '<iframe ', '<div class=', '<input ', '&#1', '<a "']) {
      assert.equal(blockSignal(answer(200, piece.repeat(300_000)))?.vendor, undefined, piece)
    }
  })
})
