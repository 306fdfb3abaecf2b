/**
 * Rules that identify a block page: by a header, a status, or markup that vendors use only in such pages.
 *
 * Many vendors also put scripts into the pages they let through (`/cdn-cgi/challenge-platform/.../jsd`, `_pxAppId`,
 * `awswaf.com/.../challenge.js`, `_Incapsula_Resource?SWJIYLWA`), so those scripts are not a sign of a block.
 */
import type { BlockSignal } from '@seine/shared/pages/verdict.ts'
import type { SourceParts } from './block-signals-source.ts'

/** A page with a captcha and more text than this, in characters, has other content as well. */
const captchaTextMaxCharacters = 600

/** The facts about an answer that the rules evaluate. */
export interface Evidence extends SourceParts {
  /** HTTP status; 0 when it is unknown. */
  status: number
  header(name: string): string
  /** True when the status is 400 or above. */
  refused: boolean
  /** True when the page has too little text to be a page with content. */
  bare: boolean
}

export interface Rule extends BlockSignal {
  applies: (evidence: Evidence) => boolean
}

const rule = (
  vendor: string,
  signal: string,
  confidence: BlockSignal['confidence'],
  applies: Rule['applies'],
): Rule => ({ vendor, signal, confidence, applies })

const header = (name: string, pattern: RegExp) => (evidence: Evidence) => pattern.test(evidence.header(name))

/** Matches markup of block pages, on a page that is refused by its status or has little content. */
const code =
  (...markers: (string | RegExp)[]) =>
  (evidence: Evidence) =>
    (evidence.refused || evidence.bare) &&
    markers.every((marker) =>
      typeof marker === 'string' ? evidence.code.includes(marker) : marker.test(evidence.code),
    )

/** Matches words of block pages, only on a refused page with little content. */
const refusal =
  (pattern: RegExp, where: 'title' | 'text' | 'code' = 'text') =>
  (evidence: Evidence) =>
    evidence.refused && evidence.bare && pattern.test(evidence[where])

/** Headers by which vendors declare their own block answers, on any status: the page itself is not examined. */
export const headerRules: readonly Rule[] = [
  // developers.cloudflare.com, "Detect a response from Cloudflare Challenge Page".
  rule('cloudflare', 'cf-mitigated: challenge', 'high', header('cf-mitigated', /^challenge$/i)),
  // docs.aws.amazon.com/waf, "How the CAPTCHA and Challenge actions work": with 405 and 202.
  rule('aws_waf', 'x-amzn-waf-action', 'high', header('x-amzn-waf-action', /^(captcha|challenge)$/i)),
  // vercel.com/docs/vercel-firewall.
  rule('vercel', 'x-vercel-mitigated', 'high', header('x-vercel-mitigated', /^(challenge|deny)$/i)),
  rule('sucuri', 'x-sucuri-block', 'high', header('x-sucuri-block', /./)),
]

export const documentRules: readonly Rule[] = [
  rule('cloudflare', '_cf_chl_opt', 'high', code(/_cf_chl_opt\s*=/)),
  rule('cloudflare', 'challenge-platform', 'high', code(/\/cdn-cgi\/challenge-platform\/[a-z/]{0,20}orchestrate\//)),
  rule('cloudflare', '#turnstile-wrapper', 'high', code(/id=["']?turnstile-wrapper/, 'challenges.cloudflare.com')),
  rule('cloudflare', 'attention required', 'high', refusal(/^attention required! \| cloudflare/, 'title')),
  rule(
    'cloudflare',
    'cf-error-details',
    'medium',
    (evidence) =>
      (evidence.status === 403 || evidence.status === 429) &&
      code(/id=["']?cf-error-details|cf\.errors\.css/)(evidence),
  ),
  rule('imperva', '_Incapsula_Resource frame', 'high', code(/<iframe[^>]{1,500}_incapsula_resource/)),
  rule('imperva', 'incident id', 'high', refusal(/incapsula incident id/)),
  rule(
    'imperva',
    'x-iinfo with a refusal',
    'medium',
    (evidence) =>
      evidence.refused &&
      evidence.status === 403 &&
      evidence.bare &&
      (evidence.header('x-iinfo') !== '' || /incapsula|imperva/i.test(evidence.header('x-cdn'))),
  ),
  rule('datadome', 'captcha-delivery.com', 'high', code(/captcha-delivery\.com[\\/'"]/)),
  rule(
    'datadome',
    'x-datadome with a refusal',
    'medium',
    (evidence) => evidence.status === 403 && evidence.bare && evidence.header('x-datadome') !== '',
  ),
  rule('perimeterx', '#px-captcha', 'high', code(/id=["']?px-captcha/)),
  rule('perimeterx', 'whywasiblocked', 'high', code('perimeterx.net/whywasiblocked')),
  rule('perimeterx', 'blockScript', 'high', code('"blockscript"', /"appid"\s*:\s*"px/)),
  rule('perimeterx', 'captcha script', 'high', refusal(/captcha\.px-c(?:dn|loud)\.net/, 'code')),
  rule('perimeterx', '_pxAppId with a refusal', 'medium', refusal(/_pxappid\s*=/, 'code')),
  rule('akamai', 'sec-if-cpt', 'high', code(/sec-if-cpt-container|\/_sec\/cp_challenge\//)),
  rule('akamai', 'bm-verify', 'high', code(/<meta[^>]{1,300}bm-verify=/)),
  rule(
    'akamai',
    'reference number',
    'high',
    (evidence) =>
      refusal(/\breference #\s?[0-9a-f]+\.[0-9a-f]/)(evidence) &&
      (/akamai/i.test(evidence.header('server')) || evidence.text.includes('errors.edgesuite.net')),
  ),
  rule(
    'akamai',
    'reference number',
    'medium',
    (evidence) => evidence.title === 'access denied' && refusal(/\breference #\s?[0-9a-f]+\.[0-9a-f]/)(evidence),
  ),
  rule('aws_waf', 'gokuProps', 'high', code(/gokuprops\s*=/)),
  rule('cloudfront', 'request blocked', 'medium', refusal(/request blocked\..*generated by cloudfront/)),
  rule('kasada', 'ips.js', 'high', code('149e9513-01fa-4fb0-aad4-566afd725d1b', '/ips.js')),
  rule('kasada', 'KPSDK', 'high', refusal(/window\.kpsdk\s*=|\/ips\.js\b/, 'code')),
  rule(
    'kasada',
    'x-kpsdk-ct with a refusal',
    'high',
    (evidence) => evidence.refused && evidence.header('x-kpsdk-ct') !== '',
  ),
  rule('google', 'sorry', 'high', code(/id=["']?infodiv0?\b/, 'google.com/policies/terms')),
  rule(
    'google',
    'sorry',
    'high',
    code(
      /<form[^>]{1,300}action=["']?(?:\/sorry\/)?index["' ][^>]{0,300}id=["']?captcha-form|id=["']?captcha-form["']?[^>]{0,300}action=["']?(?:\/sorry\/)?index/,
    ),
  ),
  rule('vercel', 'security checkpoint', 'high', refusal(/^vercel security checkpoint/, 'title')),
  rule('sucuri', 'access denied', 'high', refusal(/^sucuri website firewall/, 'title')),
  rule('sucuri', 'sucuri_cloudproxy_js', 'high', code('sucuri_cloudproxy_js')),
  rule('ddos_guard', 'title', 'high', refusal(/^ddos-guard/, 'title')),
  rule('anubis', 'anubis_challenge', 'high', code(/id=["']?anubis_challenge/)),
  rule(
    'f5',
    'support id',
    'high',
    ({ bare, text }) => bare && /the requested url was rejected\. .*your support id is:? ?\S*\d{6}/.test(text),
  ),
]

/** A captcha that the visitor has to solve; loaders and invisible captchas also occur on ordinary pages. */
const captchaWidget =
  /<(?:div|span)[^>]{1,300}class=["']?[^"'>]{0,100}(?:g-recaptcha|h-captcha|cf-turnstile|geetest_captcha|frc-captcha)\b|<iframe[^>]{1,500}(?:recaptcha\/(?:api2|enterprise)\/anchor|hcaptcha\.com\/captcha|challenges\.cloudflare\.com\/|arkoselabs\.com\/|funcaptcha\.com\/)/

/** Invisible captchas: their badge is on every page of a website, as an attribute or in the URL of the frame. */
const invisibleWidget = /(?:data-size=["']?|[?&;]size=)invisible/

/** A text field: the captcha then belongs to a form for people (login, comment, contact). */
const wordField =
  /<textarea(?![^>]{0,300}(?:g-recaptcha|h-captcha)-response)|<input(?![^>]{0,300}type=["']?(?:hidden|submit|button|checkbox|radio|image|reset))[^>]{0,300}>|<select\b/

const hasCaptcha = (evidence: Evidence): boolean =>
  captchaWidget.test(evidence.code) && !invisibleWidget.test(evidence.code)

export const genericRules: readonly Rule[] = [
  rule(
    'generic',
    'captcha with a refusal',
    'medium',
    (evidence) => evidence.refused && evidence.status !== 404 && evidence.bare && hasCaptcha(evidence),
  ),
  rule(
    'generic',
    'captcha without content',
    'medium',
    (evidence) =>
      evidence.text.length < captchaTextMaxCharacters &&
      evidence.bare &&
      hasCaptcha(evidence) &&
      !wordField.test(evidence.code),
  ),
  rule('generic', 'status 429', 'medium', ({ status }) => status === 429),
  rule(
    'generic',
    'status 503 with retry-after',
    'low',
    (evidence) => evidence.status === 503 && evidence.header('retry-after') !== '',
  ),
  rule('generic', 'status 403', 'low', ({ status }) => status === 403),
]
