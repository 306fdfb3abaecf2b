/** Block responses with their typical statuses and headers, and responses that only look like them. */
import { blocked, served, shell, type JudgeCase } from './case.ts'
import { article, html, inline, paragraphs, prose, script, siteFooter, siteNav } from './parts.ts'

const cloudflareChallenge = html(
  `<div class="main-wrapper" role="main"><div class="main-content"><noscript><div class="h2"><span id="challenge-error-text">Enable JavaScript and cookies to continue</span></div></noscript></div></div>${inline("(function(){window._cf_chl_opt={cvId:'3',cZone:'riverside.example',cType:'managed',cRay:'9a'};var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=9a';document.getElementsByTagName('head')[0].appendChild(a)}());")}`,
  '<meta name="robots" content="noindex,nofollow"><meta http-equiv="refresh" content="390">',
  'Just a moment...',
)
const dataDome = html(
  `<p id="cmsg">Please enable JS and disable any ad blocker</p>${inline("var dd={'rt':'c','cid':'AHrlq','hsh':'C1','t':'bv','s':1,'e':'f','host':'geo.captcha-delivery.com'}")}${script('https://ct.captcha-delivery.com/c.js', 'data-cfasync="false"')}`,
  '<style>#cmsg{animation: A 1.5s;}</style>',
)
const kasada = '/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3'
const recaptcha = '<div class="g-recaptcha" data-sitekey="6Lc"></div>'

export const blocks: readonly JudgeCase[] = [
  blocked('Cloudflare challenges with 403', 'cloudflare', 403, cloudflareChallenge, {
    'cf-mitigated': 'challenge',
    server: 'cloudflare',
  }),
  blocked('Cloudflare challenges with 503, as it used to', 'cloudflare', 503, cloudflareChallenge, {
    server: 'cloudflare',
  }),
  blocked('Cloudflare challenges with 429', 'cloudflare', 429, cloudflareChallenge, { 'cf-mitigated': 'challenge' }),
  blocked('Cloudflare challenges with 200', 'cloudflare', 200, cloudflareChallenge),
  blocked(
    'Cloudflare refuses an address',
    'cloudflare',
    403,
    html(
      '<div id="cf-wrapper"><div id="cf-error-details"><h1>Sorry, you have been blocked</h1><h2>You are unable to access riverside.example</h2></div></div>',
      '',
      'Attention Required! | Cloudflare',
    ),
  ),
  blocked(
    'Cloudflare limits the rate',
    'cloudflare',
    429,
    html('<div id="cf-error-details"><h1>Error 1015</h1><p>You are being rate limited</p></div>', '', 'Access denied'),
  ),
  blocked('DataDome asks for a captcha', 'datadome', 403, dataDome, { 'x-datadome': 'protected', server: 'DataDome' }),
  blocked('DataDome asks with 200', 'datadome', 200, dataDome),
  blocked('DataDome refuses', 'datadome', 403, html('Forbidden'), { 'x-datadome': 'protected' }),
  blocked(
    'PerimeterX asks to press and hold',
    'perimeterx',
    403,
    html(
      `<div class="content"><h1>Before we continue...</h1><p>Press &amp; Hold to confirm you are a human (and not a bot).</p><div id="px-captcha"></div></div>${inline("window._pxAppId='PXabc';window._pxJsClientSrc='/abc/init.js'")}`,
      '',
      'Access to this page has been denied',
    ),
  ),
  blocked(
    'PerimeterX asks with 200',
    'perimeterx',
    200,
    html('<h1>Robot or human?</h1><p>Activate and hold the button</p><div id="px-captcha"></div>'),
  ),
  blocked(
    'Akamai refuses',
    'akamai',
    403,
    '<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>\n<H1>Access Denied</H1>\n \nYou don\'t have permission to access "http&#58;&#47;&#47;riverside&#46;example&#47;" on this server.<P>\nReference&#32;&#35;18&#46;6c641060&#46;1700000000&#46;1a2b3c4d\n<P>https&#58;&#47;&#47;errors&#46;edgesuite&#46;net&#47;18&#46;6c641060\n</P>\n</BODY>\n</HTML>',
    { server: 'AkamaiGHost' },
  ),
  blocked(
    'Akamai challenges with work',
    'akamai',
    428,
    html(`<div id="sec-if-cpt-container"></div>${script('/_sec/cp_challenge/ak-challenge-3-1.htm')}`),
  ),
  blocked(
    'Akamai sends round a loop',
    'akamai',
    200,
    html(
      inline(
        'var i = 1700;var j = i + Number("12" + "34");var xhr=new XMLHttpRequest();xhr.open("POST","/_sec/verify?provider=interstitial",false);',
      ),
      `<meta http-equiv="refresh" content="5; URL='/?bm-verify=AAQAAAAJ'" />`,
      '',
    ),
  ),
  blocked(
    'Imperva puts a frame in place of the page',
    'imperva',
    200,
    '<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"></head><body style="margin:0px;height:100%"><iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&xinfo=9-1-0&incident_id=445-9" frameborder=0 width="100%" height="100%">Request unsuccessful. Incapsula incident ID: 445000120-9</iframe></body></html>',
    { 'x-iinfo': '9-1-0' },
  ),
  blocked('Imperva refuses', 'imperva', 403, html('Request unsuccessful. Incapsula incident ID: 445000120-93'), {
    'x-cdn': 'Imperva',
  }),
  blocked(
    'AWS WAF challenges with 202',
    'aws_waf',
    202,
    html(
      `<div id="challenge-container"></div>${inline('AwsWafIntegration.saveReferrer();AwsWafIntegration.checkForceRefresh()')}`,
      `${inline('window.gokuProps = {"key":"AQ","iv":"D5","context":"x"};')}${script('https://a1.edge.sdk.awswaf.com/a1/challenge.js')}`,
      '',
    ),
    { 'x-amzn-waf-action': 'challenge' },
  ),
  blocked(
    'AWS WAF asks for a captcha with 405',
    'aws_waf',
    405,
    html('<div id="captcha-container"></div>', '', 'Human Verification'),
    { 'x-amzn-waf-action': 'captcha' },
  ),
  blocked(
    'AWS WAF challenges without its header',
    'aws_waf',
    202,
    html(inline('window.gokuProps = {"key":"AQ","iv":"D5","context":"x"};')),
  ),
  blocked(
    'CloudFront refuses',
    'cloudfront',
    403,
    '<HTML><HEAD><TITLE>ERROR: The request could not be satisfied</TITLE></HEAD><BODY><H1>403 ERROR</H1><H2>The request could not be satisfied.</H2><HR noshade size="1px">Request blocked. We can\'t connect to the server for this app or website at this time.<BR clear="all"><PRE>Generated by cloudfront (CloudFront)\nRequest ID: x==</PRE></BODY></HTML>',
    { server: 'CloudFront' },
  ),
  blocked(
    'Kasada challenges with 429',
    'kasada',
    429,
    `<html><head></head><body>${inline("window.KPSDK={};KPSDK.now=typeof performance!=='undefined'?performance.now.bind(performance):Date.now.bind(Date)")}<script src="${kasada}/ips.js?KP_UIDz=x"></script></body></html>`,
  ),
  blocked(
    'Kasada challenges with 200',
    'kasada',
    200,
    `<html><head></head><body><script src="${kasada}/ips.js"></script></body></html>`,
  ),
  blocked(
    'Google is sorry',
    'google',
    429,
    html(
      '<form id="captcha-form" action="index" method="post"><div class="g-recaptcha" data-sitekey="6L"></div></form><div id="infoDiv">Our systems have detected unusual traffic from your computer network.</div>',
      '',
      'https://www.google.com/search?q=x',
    ),
  ),
  blocked(
    'Vercel checks',
    'vercel',
    429,
    html(
      `<div id="root"></div><noscript>Enable JavaScript to continue</noscript>${script('/.well-known/vercel/security/static/challenge.v2.min.js')}`,
      '',
      'Vercel Security Checkpoint',
    ),
    { 'x-vercel-mitigated': 'challenge' },
  ),
  blocked(
    'Sucuri refuses',
    'sucuri',
    403,
    html('<h1>Access Denied - Sucuri Website Firewall</h1>', '', 'Sucuri WebSite Firewall - Access Denied'),
    { 'x-sucuri-block': 'BFW' },
  ),
  blocked(
    'Sucuri challenges with 200',
    'sucuri',
    200,
    html(
      inline("var s={},u,c,U,r,i,l=0,a,e=eval,w=String.fromCharCode,sucuri_cloudproxy_js='',S='cz0iMSI7';"),
      '',
      'You are being redirected...',
    ),
  ),
  blocked(
    'DDoS-Guard checks',
    'ddos_guard',
    403,
    html(
      `<h1>Checking your browser before accessing riverside.example</h1>${script('/.well-known/ddos-guard/js-challenge/index.js')}`,
      '',
      'DDoS-Guard',
    ),
    { server: 'ddos-guard' },
  ),
  blocked(
    'Anubis asks for work',
    'anubis',
    200,
    html(
      `<main><h1>Making sure you are not a bot!</h1><p id="status">Loading...</p><details><p>${prose(8)}</p></details><noscript><p>Sadly, you must enable JavaScript to get past this challenge.</p></noscript></main>`,
      `<script id="anubis_version" type="application/json">"v1"</script><script id="anubis_challenge" type="application/json">{"challenge":"a1","rules":{"difficulty":4}}</script>${script('/.within.website/x/cmd/anubis/static/js/main.mjs', 'type="module"')}`,
      'Making sure you are not a bot!',
    ),
  ),
  blocked(
    'F5 rejects with 200',
    'f5',
    200,
    '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 1234567890123456789<br><br><a href="javascript:history.back();">[Go Back]</a></body></html>',
  ),
  blocked(
    'a captcha in place of a page',
    'generic',
    200,
    html(
      `<p>Please confirm that you are human.</p><form method="post">${recaptcha}<input type="hidden" name="t" value="1"><input type="submit"></form>`,
      script('https://www.google.com/recaptcha/api.js'),
    ),
  ),
  blocked('a captcha with 403', 'generic', 403, html(`<h1>Are you a robot?</h1>${recaptcha}`)),
  blocked('a limit of its own', 'generic', 429, html('<h1>Too many requests</h1>'), { 'retry-after': '30' }),
]

const source =
  '&lt;script&gt;window._cf_chl_opt={};&lt;/script&gt; /cdn-cgi/challenge-platform/h/b/orchestrate/ px-captcha geo.captcha-delivery.com'

export const lookalikes: readonly JudgeCase[] = [
  served(
    'an article about challenges',
    html(
      `${siteNav}<article><h1>How Cloudflare and Akamai keep robots out</h1>${paragraphs(3)}<pre>${source}</pre><p>"Access Denied", "Reference #18.6c64", "Just a moment...", "Incapsula incident ID": ${prose(3)}</p></article>${siteFooter}`,
      '',
      'Just a moment... what challenges do',
    ),
  ),
  served(
    'a short question about a challenge',
    html(
      `<h1>Why do I see "Just a moment..."?</h1><p>My crawler gets a page with captcha and "Attention Required! | Cloudflare" and Incapsula incident ID 1-2. What now?</p><pre>${source}</pre>`,
      '',
      'Attention Required! | Cloudflare',
    ),
  ),
  served(
    'a login with a captcha',
    html(
      `<form method="post"><h1>Sign in</h1><input name="user"><input type="password" name="password">${recaptcha}<button>Sign in</button></form>${script('https://www.google.com/recaptcha/api.js')}`,
    ),
  ),
  served(
    'a contact form with a captcha',
    html(
      `${siteNav}<main><h1>Contact</h1><form><input type="email" name="e"><textarea name="m"></textarea><div class="h-captcha" data-sitekey="1"></div><button>Send</button></form></main>`,
    ),
  ),
  served(
    'comments with a captcha under an article',
    html(`${article()}<form><textarea></textarea>${recaptcha}</form>`),
  ),
  served(
    'a page with the detections of Cloudflare in it',
    html(
      `${article(3)}${inline("window.__CF$cv$params={r:'9a',t:'MTc'};var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js';document.head.appendChild(a)")}`,
    ),
  ),
  served('a 404 behind Imperva', html('<h1>Not found</h1>'), {
    status: 404,
    headers: { 'x-iinfo': '9-1-0', 'x-cdn': 'Imperva' },
  }),
  served(
    'an origin that Cloudflare could not reach',
    html('<div id="cf-error-details"><h1>Connection timed out</h1><p>Error code 522</p></div>'),
    { status: 522 },
  ),
  shell(
    'an application behind PerimeterX',
    html(`<div id="app"></div>${inline("window._pxAppId='PXabc'")}${script('/js/app.1a.js')}`),
  ),
  shell(
    'an application behind DataDome',
    html(`<div id="root"></div>${script('https://js.datadome.co/tags.js')}${script('/static/js/main.1a.js')}`),
    { headers: { 'x-datadome': 'protected' } },
  ),
  shell(
    'an application with an invisible captcha',
    html(
      `<div id="root"></div>${script('https://www.google.com/recaptcha/api.js?render=6Lc')}${script('/static/js/main.1a.js')}`,
    ),
  ),
  served(
    'a page behind AWS WAF',
    html(`${siteNav}<main>${paragraphs(3)}</main>`, script('https://a1.edge.sdk.awswaf.com/a1/challenge.js', 'defer')),
  ),
  served(
    'a tutorial that teaches scripts',
    html(
      `${siteNav}<main><h1>How to enable JavaScript</h1><p>You need to enable JavaScript in your browser to see most pages. This is how: open the settings, choose privacy, then site settings, then JavaScript, and allow it. ${prose(4)}</p></main>${script('/js/app.js')}`,
    ),
  ),
  served(
    'a tutorial on templates',
    html(
      `${siteNav}<main><h1>Interpolation</h1><p>Write the name of a value between double braces. ${prose(5)}</p><pre><code>&lt;p&gt;{{ title }}&lt;/p&gt; {{ user.name }}</code></pre></main>${script('/assets/app.js', 'type="module"')}`,
    ),
  ),
  served(
    'a page about loading',
    html(
      `${siteNav}<article><h1>Loading dock</h1><p>Loading starts at six. ${prose(6)}</p></article>${script('/js/main.js')}`,
    ),
  ),
]
