import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '@seine/shared/config/config.ts'
import { stackLimits } from '../checkout/stack-limits.ts'
import { partCommands, type StackSettings } from './part-commands.ts'
import { stateLayout } from './state-layout.ts'
import { serviceNodeFlags } from '@seine/shared/config/worker-process.ts'

const settings: StackSettings = {
  root: '/repository',
  layout: stateLayout('/state'),
  ports: stackLimits.preferredPorts,
  secrets: {
    apiKey: 'key',
    webhookSecret: 'whsec_x',
    s3AccessKeyId: 'id',
    s3SecretAccessKey: 'secret',
    s3PagesAccessKeyId: 'pages-id',
    s3PagesSecretAccessKey: 'pages-secret',
    serviceToken: 'token',
    sealingKey: 'sealing',
  },
  tools: { temporal: '/bin/temporal', versitygw: '/bin/versitygw' },
  temporalUi: true,
  egressAllow: [],
  workflowBundle: '/state/cache/bundle.js',
  sidecar: false,
  environment: {},
}

test('Temporal gets a durable database, pinned ports and the search attributes', () => {
  const { file, args } = partCommands(settings, {}).temporal
  assert.equal(file, '/bin/temporal')
  const line = args.join(' ')
  assert.match(line, /^server start-dev --ip 127\.0\.0\.1 /)
  assert.match(
    line,
    /--db-filename \/state\/temporal\.db --sqlite-pragma journal_mode=WAL --sqlite-pragma synchronous=NORMAL/,
  )
  assert.match(
    line,
    /--port 7233 --dynamic-config-value matching\.enableFairness=true --dynamic-config-value matching\.numTaskqueueWritePartitions=1 --http-port 7243 --metrics-port 7253 --ui-port 8233/,
  )
  assert.match(line, /--search-attribute JobKind=Keyword .*--search-attribute Tenant=Keyword$/)
  assert.match(partCommands({ ...settings, temporalUi: false }, {}).temporal.args.join(' '), /--headless/)
})

test('the store listens on loopback alone and keeps metadata beside the objects only when it must', () => {
  const store = partCommands(settings, {}).objectStore
  // oxfmt-ignore
  assert.deepEqual(store.args, [
    '--quiet', '--keep-alive', '--iam-dir', '/state/store-users', '--port', '127.0.0.1:7070', 'posix', '/state/objects',
  ])
  assert.deepEqual(store.environment, { ROOT_ACCESS_KEY: 'id', ROOT_SECRET_KEY: 'secret' })
  assert.deepEqual(partCommands({ ...settings, sidecar: true }, {}).objectStore.args.slice(-3), [
    '--sidecar',
    '/state/metadata',
    '/state/objects',
  ])
})

test('gateway and worker get a valid configuration of this stack, each only what it needs', () => {
  const { gateway, scrapeWorker } = partCommands(settings, { PATH: '/bin' })
  const config = readConfig(gateway.environment)
  assert.equal(config.SEINE_GATEWAY_PORT, 8420)
  assert.equal(config.SEINE_TEMPORAL_ADDRESS, '127.0.0.1:7233')
  assert.equal(config.SEINE_API_KEYS_FILE, '/state/api-keys.json')
  assert.equal(gateway.environment.PATH, '/bin')
  const scraping = readConfig(scrapeWorker.environment)
  assert.equal(scraping.SEINE_WORKFLOW_BUNDLE, '/state/cache/bundle.js')
  assert.deepEqual([scraping.SEINE_SCRAPE_HOST, scraping.SEINE_SCRAPE_PORT], ['127.0.0.1', 8440])
  for (const own of [config, scraping]) {
    assert.equal(own.SEINE_SCRAPE_WORKERS, 'http://127.0.0.1:8440')
    assert.equal(own.SEINE_SEALING_KEY, 'sealing')
  }
  assert.equal(scraping.SEINE_API_KEYS_FILE, '/state/api-keys.json')
  assert.deepEqual(scrapeWorker.args, [...serviceNodeFlags, '/repository/services/scrape-worker/main.ts'])
})

test('with an engine of Chromium there is a browser worker, and the others know where', () => {
  const chromium = { shell: '/bin/headless', chrome: null }
  const own = { ...settings, tools: { ...settings.tools, chromium } }
  const { browserWorker, gateway, scrapeWorker, objectStore } = partCommands(own, { PATH: '/bin' })
  const config = readConfig(browserWorker.environment)
  assert.equal(config.SEINE_BROWSER_PORT, 8430)
  assert.equal(config.SEINE_BROWSER_HOST, '127.0.0.1')
  assert.equal(config.SEINE_BROWSER_SHELL, '/bin/headless')
  assert.equal(config.SEINE_BROWSER_CHROME, '')
  assert.equal(config.SEINE_BROWSER_SANDBOX, 'on')
  assert.equal(config.SEINE_EGRESS_ALLOW_FILE, '/state/egress-allow')
  assert.equal(browserWorker.environment.SEINE_API_KEYS_FILE, undefined)
  assert.deepEqual(browserWorker.args, [...serviceNodeFlags, '/repository/services/browser-worker/main.ts'])
  assert.deepEqual(gateway.args, [...serviceNodeFlags, '/repository/services/gateway/main.ts'])
  for (const { environment } of [gateway, scrapeWorker]) {
    assert.equal(environment.SEINE_BROWSER_WORKERS, 'http://127.0.0.1:8430')
    assert.equal(environment.SEINE_SERVICE_TOKEN, 'token')
    assert.equal(environment.SEINE_BROWSER_SHELL, undefined)
  }
  assert.equal(config.SEINE_SERVICE_TOKEN, 'token')
  assert.equal('SEINE_SERVICE_TOKEN' in objectStore.environment, false)
})

test('without one a browser worker elsewhere may be named', () => {
  for (const chromium of [undefined, { shell: null, chrome: null }]) {
    const tools = { ...settings.tools, ...(chromium === undefined ? {} : { chromium }) }
    const none = partCommands({ ...settings, tools }, {})
    assert.equal('SEINE_BROWSER_WORKERS' in none.gateway.environment, false)
  }
  const elsewhere = partCommands(settings, { SEINE_BROWSER_WORKERS: 'http://10.0.0.1:8430' })
  assert.equal(elsewhere.gateway.environment.SEINE_BROWSER_WORKERS, 'http://10.0.0.1:8430')
})

test('services with certificates call each other over TLS', () => {
  const named = { SEINE_WORKER_TLS_CERT_FILE: '/tls/tls.crt' }
  for (const { gateway } of [partCommands(settings, named), partCommands({ ...settings, environment: named }, {})]) {
    assert.match(gateway.environment.SEINE_SCRAPE_WORKERS ?? '', /^https:/)
  }
})

test("Chromium's sandbox is off only when a setting turns it off", () => {
  assert.equal(partCommands(settings, {}).browserWorker.environment.SEINE_BROWSER_SANDBOX, undefined)
  const asked = partCommands(settings, { SEINE_BROWSER_SANDBOX: 'off' })
  assert.equal(asked.browserWorker.environment.SEINE_BROWSER_SANDBOX, 'off')
})

test('settings of the person pass through, places of the stack do not, the caller goes first', () => {
  const environment = {
    SEINE_ROBOTS: 'ignore',
    SEINE_S3_ENDPOINT: 'http://elsewhere',
    SEINE_LOG_LEVEL: 'debug',
    SEINE_SMTP_URL: 'smtp://127.0.0.1:25',
    SEINE_MAIL_FROM: 'seine@e.com',
  }
  const own = { ...settings, environment: { SEINE_LOG_LEVEL: 'warn' } }
  const { gateway, scrapeWorker, objectStore } = partCommands(own, environment)
  for (const service of [gateway, scrapeWorker]) {
    assert.equal(service.environment.SEINE_SMTP_URL, 'smtp://127.0.0.1:25')
    assert.equal(service.environment.SEINE_MAIL_FROM, 'seine@e.com')
  }
  assert.equal(gateway.environment.SEINE_ROBOTS, 'ignore')
  assert.equal(gateway.environment.SEINE_S3_ENDPOINT, 'http://127.0.0.1:7070')
  assert.equal(gateway.environment.SEINE_LOG_LEVEL, 'warn')
  assert.equal('SEINE_ROBOTS' in objectStore.environment, false)
})

test('configuration of other programs does not leak in', () => {
  const environment = {
    TEMPORAL_ADDRESS: 'x:1',
    VGW_PORT: ':1',
    AWS_PROFILE: 'p',
    NODE_TEST_CONTEXT: 'child',
    HOME: '/h',
  }
  for (const command of Object.values(partCommands(settings, environment))) {
    assert.equal(command.environment.HOME, '/h')
    for (const name of ['TEMPORAL_ADDRESS', 'VGW_PORT', 'AWS_PROFILE', 'NODE_TEST_CONTEXT']) {
      assert.equal(name in command.environment, false, name)
    }
  }
})

test('allowed private targets of the person and of the caller are joined', () => {
  const { gateway } = partCommands({ ...settings, egressAllow: ['10.0.0.0/8'] }, { SEINE_EGRESS_ALLOW: '127.0.0.1:80' })
  assert.equal(gateway.environment.SEINE_EGRESS_ALLOW, '127.0.0.1:80,10.0.0.0/8')
  assert.equal(partCommands(settings, {}).gateway.environment.SEINE_EGRESS_ALLOW, '')
})

test('a key file that is named is used, beside the development key of this stack', () => {
  const environment = { SEINE_API_KEYS_FILE: '/etc/keys.json, more.json' }
  for (const part of [partCommands(settings, environment).gateway, partCommands(settings, environment).scrapeWorker]) {
    const expected = `/etc/keys.json,${process.cwd()}/more.json,/state/api-keys.json`
    assert.equal(part.environment['SEINE_API_KEYS_FILE'], expected)
  }
})

test('the browser worker gets a key to pages alone, and nothing that belongs to others', () => {
  const environment = {
    SEINE_SMTP_URL: 'smtp://user:password@127.0.0.1:25',
    SEINE_BRAVE_KEY: 'key',
    SEINE_REDIS_URL: 'redis://:password@127.0.0.1',
    SEINE_API_KEYS_FILE: '/keys.json',
    SEINE_PROXY_BASIC: 'http://user:password@127.0.0.1:8080',
  }
  const { browserWorker, scrapeWorker } = partCommands(settings, environment)
  assert.equal(browserWorker.environment.SEINE_S3_ACCESS_KEY_ID, 'pages-id')
  assert.equal(browserWorker.environment.SEINE_S3_SECRET_ACCESS_KEY, 'pages-secret')
  assert.equal(browserWorker.environment.SEINE_PROXY_BASIC, environment.SEINE_PROXY_BASIC)
  for (const name of ['SEINE_SMTP_URL', 'SEINE_BRAVE_KEY', 'SEINE_REDIS_URL', 'SEINE_API_KEYS_FILE']) {
    assert.equal(name in browserWorker.environment, false, name)
  }
  assert.equal(scrapeWorker.environment.SEINE_S3_ACCESS_KEY_ID, 'id')
  assert.equal(scrapeWorker.environment.SEINE_SMTP_URL, environment.SEINE_SMTP_URL)
})
