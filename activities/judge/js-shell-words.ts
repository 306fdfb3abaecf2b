/**
 * Patterns by which the judge interprets names, classes and sentences of a page, independent of its website. Each is
 * run on a short text and does not backtrack beyond it.
 */

import { judgeLimits } from '@seine/shared/config/extract-limits.ts'
import type { Attribute } from '../html/scanner.ts'

/** Roles of an element, as bits. */
export const trait = {
  /** Not shown. */
  hidden: 1,
  /** Navigation, footers, sidebars. */
  chrome: 2,
  /** Consent banners, dialogs, notes to outdated browsers. */
  overlay: 4,
  /** Placeholder until the content arrives: skeletons, spinners, splash screens. */
  placeholder: 8,
  /** The main region. */
  main: 16,
  /** Mount node of an application. */
  mount: 32,
  /** Named after the content it is meant to hold. */
  container: 64,
  /** Markup that a script has yet to fill in. */
  template: 128,
  /** Content that a script moves into place. */
  streamed: 256,
} as const

/** Words in classes and ids; names are split at non-letters and at capitals. */
const wordTraits = new Map<string, number>()
const means = (traits: number, list: string): void => list.split(' ').forEach((word) => wordTraits.set(word, traits))

means(
  trait.chrome,
  'nav navs navbar navigation menu submenu megamenu footer colophon sidebar topbar toolbar breadcrumb breadcrumbs copyright skiplink skiplinks sitenav mainnav offcanvas',
)
means(
  trait.overlay,
  'cookie cookies cookiebar consent gdpr ccpa modal modals popup popups dialog lightbox toast toasts overlay noscript outdated browsehappy browserupgrade unsupported',
)
means(
  trait.placeholder,
  'skeleton skeletons skel shimmer glow ghost spinner spinners loader loaders loading preloader preloading splash splashscreen lds',
)

/** Number of characters that are read of an attribute value. */
const valueMaxCharacters = 400

const mainWords = /^(?:main|content|main[-_]?content|page[-_]?content|maincontent|primary)$/i
const containerWords =
  /(?:main|content|results?|lists?|listing|products?|items?|articles?|posts?|feed|views?|pages?|catalog(?:ue)?|grid|tables?|tbody|data|outputs?|rows?|cards?|entries|news|jobs?|detail|details|gallery|records?|timeline|stories|quotes?|body|app|root|container|viewport|screen|dashboard|comments-?list)\d{0,3}$/i

/** Ids of mount nodes, as frameworks and developers name them. */
const mountId =
  /^(?:_{0,3}(?:next|nuxt|gatsby|layout)|q-app|mount(?:_\w{1,20})?|(?:[a-z\d]{1,30}[-_]?)?(?:root|app|mount|spa|outlet|application)(?:[-_]?(?:mount|root|point|node|container|content|wrapper|shell|view|main|body|page|element|host|entry))?|(?:react|vue|ember|svelte|angular|elm|solid|preact|client|js|flutter|blazor|swagger|redoc|single-spa)[-_]?(?:root|app|mount|application|page|content|container|main|view|ui|target|element|host)|main-?app|swagger-ui|matrixchat)$/i
const otherMount =
  /modal|portal|toast|popup|dialog|overlay|tooltip|notif|^fb|drawer|snack|widget|comment|chat|cookie|consent|share|download|store|promo|search|cart|alert|menu|nav|header|footer/i
/** Attributes that show the role of an element, whatever their value. */
const attributeTraits = new Map<string, number>()
const attributesMean = (traits: number, list: string): void =>
  list.split(' ').forEach((attribute) => attributeTraits.set(attribute, traits))
attributesMean(
  trait.mount,
  'data-reactroot data-react-root data-react-class data-react-component data-react-app data-reactapp ng-view ui-view data-ng-view data-ui-view data-vue-app data-svelte-app data-ember-app data-spa',
)
attributesMean(trait.template, 'v-for v-text v-html *ngfor ng-repeat data-ng-repeat ng-bind ng-bind-html x-text x-html')
const bindsContent = /foreach|(?:text|html)\s*:/
const fetchesItself = /^(?:load|revealed|intersect)/

const roles = new Map([
  ['navigation', trait.chrome],
  ['contentinfo', trait.chrome],
  ['menu', trait.chrome],
  ['menubar', trait.chrome],
  ['complementary', trait.chrome],
  ['dialog', trait.overlay],
  ['alertdialog', trait.overlay],
  ['main', trait.main],
  ['progressbar', trait.placeholder],
])

const isLower = (code: number): boolean => code >= 97 && code <= 122
const isUpper = (code: number): boolean => code >= 65 && code <= 90

/** Returns the traits of the words in a name: `siteMenu`, `site_menu` and `site-menu` consist of the same words. */
function traitsOfWords(names: string): number {
  let traits = 0
  let start = -1
  for (let at = 0; at <= names.length; at++) {
    const code = at < names.length ? names.charCodeAt(at) : 32
    const upper = isUpper(code)
    if (upper ? start !== -1 && !isUpper(names.charCodeAt(at - 1)) : !isLower(code)) {
      // The longest word has 14 letters.
      if (start !== -1 && at - start > 2 && at - start < 15)
        traits |= wordTraits.get(names.slice(start, at).toLowerCase()) ?? 0
      start = upper ? at : -1
    } else if (start === -1) start = at
  }
  return traits
}

function traitsOfId(id: string): number {
  if (/^S:\d/.test(id)) return trait.streamed
  const traits = traitsOfWords(id) | (mainWords.test(id) ? trait.main : 0)
  if (otherMount.test(id)) return traits
  if (mountId.test(id)) return traits | trait.mount
  return containerWords.test(id) ? traits | trait.container : traits
}

/** Returns the traits that one attribute shows. @param name in lower case. */
function traitsOfAttribute(name: string, value: string): number {
  switch (name) {
    case 'id':
      return traitsOfId(value)
    case 'class':
      return traitsOfWords(value)
    case 'role':
      return roles.get(value.toLowerCase()) ?? 0
    case 'hidden':
      return value === 'until-found' ? 0 : trait.hidden
    case 'style':
      return /display\s*:\s*none|visibility\s*:\s*hidden/i.test(value) ? trait.hidden : 0
    case 'aria-busy':
      return value === 'true' ? trait.placeholder : 0
    case 'data-bind':
      return bindsContent.test(value) ? trait.template : 0
    case 'data-page':
      return value.startsWith('{') || value.includes('"') ? trait.mount : 0
    case 'hx-trigger':
      return fetchesItself.test(value) ? trait.template : 0
    default:
      return attributeTraits.get(name) ?? 0
  }
}

/** Reads the first attributes of an element. @returns bits of `trait`. */
export function traitsOf(attributes: readonly Attribute[]): number {
  let traits = 0
  let left: number = judgeLimits.attributesMaxCharacters
  for (const { name, value } of attributes) {
    if (left <= 0) break
    traits |= traitsOfAttribute(name, value.length > valueMaxCharacters ? value.slice(0, valueMaxCharacters) : value)
    // The equals sign, the quotes and the space before the name.
    left -= name.length + value.length + 4
  }
  return traits
}

/** A sentence that only says that content is loading. */
const loadingSentence =
  /^[\s\p{P}\p{S}]*(?:(?:now |still |app |page |content |the (?:app|page|application) is |initiali[sz]ing|just a moment while |we are )?load(?:ing|s)?\b|please (?:wait|stand by|hold on)|one moment|hang on|hold on|just a (?:moment|second|sec)|starting (?:up|the app)|initiali[sz]ing|preparing|fetching|wird geladen|lädt|laden|bitte warten|chargement|veuillez patienter|cargando|espere|por favor,? espere|carregando|aguarde|caricamento|attendere|загрузка|идет загрузка|подождите|ładowanie|proszę czekać|yükleniyor|lütfen bekleyin|memuat|đang tải|加载中|正在加载|載入中|请稍候|請稍候|読み込み中|ロード中|로딩|로드 중|불러오는 중|جار|تحميل|लोड हो रहा)/iu

/** Maximum length of such a sentence, in characters. */
export const sentenceMaxCharacters = 300

/** Whether a text of a page only says that it is loading. */
export const saysLoading = (text: string): boolean => text.length <= 120 && loadingSentence.test(text)

const scriptWords = ['avaScript', 'avascript', 'AVASCRIPT', 'ava script', 'JS', 'جافا', '자바스크립트']
const scriptDemand =
  /enabl|requir|need|activ|turn(?:ed)? on|disabl|switch(?:ed)? (?:on|off)|without|support|not available|must|doesn't work|does not work|work properly|run this app|habilit|necesit|precis|ative|abilit|richied|ingeschakel|inschakel|benötig|erforder|einschalt|requiert|nécess|désactiv|włącz|wymaga|включ|требу|отключ|有効|必要|启用|啟用|开启|需要|活性|사용|활성|etkin|gerek|aktifkan|تفعيل|تمكين/iu

/** Whether a text asks the reader to enable scripts. */
export const asksForScripts = (text: string): boolean =>
  scriptWords.some((word) => text.includes(word)) && scriptDemand.test(text)

/** A placeholder in a text that a script fills in. */
export const unfilled = /\{\{[^{}]{1,200}\}\}|<%[=-]?[^%]{1,200}%>|\$\{[\w.]{1,60}\}|\[\[[\w.]{1,60}\]\]/g

/** Scripts that measure or advertise, and never add page content. */
export const trackerScript =
  /googletagmanager|google-analytics|googlesyndication|googleadservices|doubleclick|gtag\/js|gtm\.js|analytics|matomo|piwik|plausible|hotjar|clarity\.ms|cloudflareinsights|\/cdn-cgi\/|connect\.facebook|fbevents|twitter\.com\/widgets|platform\.twitter|segment\.(?:com|io)|mixpanel|newrelic|nr-data|quantserve|scorecardresearch|chartbeat|amplitude|umami|goatcounter|statcounter|cookiebot|onetrust|cookielaw|cookie-?consent|usercentrics|didomi|hs-scripts|intercom|zdassets|tawk\.to|crisp\.chat|addthis|sharethis|disqus|recaptcha|hcaptcha|turnstile|polyfill\.io|html5shiv|respond\.min|modernizr|mathjax|fontawesome|use\.typekit|prism(?:\.min)?\.js|highlight(?:\.min)?\.js|speedcurve|sentry|bugsnag|yandex|adsbygoogle|livereload|instant\.page|email-decode|jsd\/main|_incapsula|datadome|px(?:-cloud|-cdn)|awswaf/i

/** Libraries that add no content by themselves. */
export const libraryScript =
  /(?:^|\/)(?:jquery|bootstrap|popper|swiper|slick|lazy\w*|lightbox|moment|lodash|underscore|gsap|aos|wow|owl\.carousel|foundation|materialize|uikit|semantic|fancybox|magnific|masonry|isotope|waypoints|particles|typed|wp-embed|wp-emoji|comment-reply|dark-?mode|theme-?(?:toggle|switch\w*)|menu|nav\w*)[\w.-]*\.js/i

/** File names and paths of applications built for a browser. */
export const applicationScript =
  /\/_next\/|\/_nuxt\/|\/_app\/(?:immutable\/)?|\/_framework\/|\/static\/js\/|\/assets\/(?:index|main|app|vendor|entry)|\.nocache\.js|flutter|\.wasm|(?:^|[/._-])(?:bundle|runtime|chunk|vendors?|app|application|main|index|client|entry|entry-client|webpack|polyfills|bootstrap|build|startup|common|spa|react|vue|angular|ember|svelte|elm|preact|meteor|core|require|system|importmap|dojo|ext-all|sap-ui-core)(?:[-._~][\w-]{1,40}){0,3}\.m?js/i

/** Statements of inline scripts that create content. */
export const buildingScript =
  /\bfetch\(|XMLHttpRequest|\.innerHTML|insertAdjacentHTML|document\.write(?:ln)?\(|\.appendChild\(|\.append\(|\.render\(|\.mount\(|createApp\(|createRoot\(|hydrateRoot\(|new Vue\(|\$\.(?:get|getJSON|ajax|post)\(|axios\.|import\(|\bimport\s[^;]{0,200}\bfrom\b|\.replaceChildren\(|\.textContent\s*=|\.init\(\{|customElements\.define|\.start\(|require\(\[|WebAssembly|loadEntrypoint|_flutter|__meteor_runtime_config__|new EventSource|new WebSocket|\.html\(/

/** Of those, the ones that request it from a server. */
export const askingScript =
  /\bfetch\(|XMLHttpRequest|\$\.(?:get|getJSON|ajax|post)\(|axios\.|new EventSource|new WebSocket/

/** Of those, the ones that create more than the text of one element. */
export const markupScript = /\.innerHTML|insertAdjacentHTML|createElement|\.append|replaceChildren|\.html\(/

/** Inline scripts that load trackers; they use the same statements. */
export const trackingScript =
  /googletagmanager|google-analytics|gtag\(|_gaq|fbq\(|dataLayer|hotjar|_paq|clarity|adsbygoogle|_hmt|hm\.baidu|ym\(|intercom|wpemoji|__CF\$cv|mixpanel|heap\.load|analytics|beacon|cookie-?consent|serviceWorker\.register/i

/** A script that redirects to another URL. */
export const leadingScript =
  /\b(?:window|document|self|top|parent)\.location(?:\.href)?\s*=(?!=)|\blocation(?:\.href)?\s*=(?!=)|\blocation\.(?:replace|assign)\s*\(/
