/** Valid bodies of every route that takes one, covering every field: the source of invalid requests. */
import type { RouteName } from '@seine/shared/api/routes/routes.ts'

/** Part of every value that may be secret; no answer may repeat it. */
export const secretMark = 'Qx7secretQx7'

const webhook = {
  url: `https://hooks.example.com/${secretMark}`,
  headers: { Authorization: `Bearer ${secretMark}`, 'X-Own': secretMark },
  metadata: { order: 17, note: secretMark },
  events: ['started', 'page', 'completed', 'failed'],
}

const actions = [
  { action: 'wait', value: 10 },
  { action: 'click', selector: '#more', selector_type: 'css', if_present: true, timeout_ms: 1_000 },
  { action: 'type', selector: 'input', value: secretMark },
  { action: 'click_and_hold', selector: '#hold', duration_ms: 100, frame_selector: 'iframe' },
]

const override = {
  headers: { Cookie: `session=${secretMark}`, 'X-Token': secretMark },
  network_idle: true,
  load_dom: true,
  disable_resources: ['image', 'font'],
}

const page = {
  js_render: true,
  proxy_strategy: 'auto',
  only_main_content: false,
  geolocation: 'de',
  tag: ['a', 'b'],
  actions,
  timeout: 30_000,
  wait_selector: '#main',
  wait_ms: 10,
  override_parameter: override,
  include_tags: ['main'],
  exclude_tags: ['nav'],
  max_age: 60,
}

const job = {
  limit: 10,
  email: 'someone@example.com',
  webhook,
  scheduleToCloseTimeoutSecs: 3_600,
  heartbeatTimeoutSecs: 30,
  priority: 2,
}

const url = 'https://example.com/guide/'

const playbook = {
  start_url: 'https://example.com/login',
  js_render: true,
  actions: [...actions, { action: 'fill', selector: '#password', value: '{{secret.password}}' }],
  cookies: [
    { name: 'theme', value: secretMark },
    { name: 'sid', value: '{{secret.password}}', domain: 'a.example.com', path: '/a', expires: 1, same_site: 'lax' },
  ],
  headers: { Authorization: 'Bearer {{secret.password}}', 'X-Own': secretMark },
  local_storage: { 'https://example.com': { token: secretMark } },
  geolocation: 'fr',
  proxy_strategy: 'basic',
  user_agent: 'Own/1.0',
  secrets: { password: secretMark },
  success: { url_pattern: '/account', selector: '#name', selector_absent: '#login', text: 'Welcome', cookie: 'sid' },
  logged_out: { status: 401 },
  refresh: { on_logged_out: false, interval_seconds: 600 },
}

export type BodyRoute = Extract<
  RouteName,
  'startCrawl' | 'startBatch' | 'scrapePage' | 'mapSite' | 'captureNetwork' | 'createSession'
>

/** Bodies that are accepted, except where a feature is not configured or not supported yet. */
export const validBodies: Record<BodyRoute, readonly Record<string, unknown>[]> = {
  startCrawl: [
    { url },
    { url, ...job, includePaths: ['^/guide/'], excludePaths: ['draft'], maxDiscoveryDepth: 2, sitemap: 'skip' },
    { url, output: { markdown: true, links: true }, ignoreQueryParameters: true, crawlEntireDomain: true },
    { url, output: ['html', 'screenshot'], allowSubdomains: true, scrape: page },
    { url, scrapeOptions: { waitMs: 10, onlyMainContent: true, overrideParameter: override } },
  ],
  startBatch: [
    { urls: [url] },
    { urls: [url, 'https://example.com/a', 'http://example.org:8080/?q=1'], output: ['markdown'], ...job },
    { urls: [url], method: 'POST', body: { note: secretMark }, tag: 'nightly', waitMs: 10, onlyMainContent: true },
    { urls: [url], jsRender: true, actions, overrideParameter: override, timeout: 1_000, geolocation: 'FR' },
  ],
  scrapePage: [
    { url },
    { url, output: ['markdown', 'links', 'clean_html'], ...page },
    { url, method: 'PUT', body: secretMark, output: ['html'], max_age: 0 },
  ],
  createSession: [
    { domain: 'example.com' },
    { domain: 'www.example.com', ttl_seconds: 60, max_uses: 5, tag: ['a'], playbook },
    { domain: '93.184.216.34', tag: 'one', playbook: { cookies: [{ name: 'a', value: secretMark, secure: true }] } },
  ],
  mapSite: [
    { url },
    { url, sitemap: 'only', includeSubdomains: false, ignoreQueryParameters: false, limit: 5, search: 'harbour' },
    { url, ignoreCache: true, timeout: 1_000 },
  ],
  captureNetwork: [
    { url },
    { url, method: 'GET', body: null, geolocation: 'de', tag: 'x', actions, timeout: 5_000, wait_selector: 'a' },
    { url, wait_ms: 5, override_parameter: override },
  ],
}
