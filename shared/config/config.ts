/**
 * The configuration of a Seine process: environment variables with the prefix `SEINE_`, declared
 * once with defaults, units and descriptions, read once per process, all errors reported together.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Type, type Static } from 'typebox'
import { apiLimits } from './api-limits.ts'
import { captureLimits, poolLimits } from './browser-limits.ts'
import { frontierLimits } from './frontier-limits.ts'
import { archiveLimits, egressLimits, gatewayLimits, jobLimits, scrapeCallLimits, storeLimits } from './limits.ts'
import { shutdownLimits } from './process-limits.ts'
import { modelLimits } from './model-limits.ts'
import { deliveryLimits, mailLimits, webhookLimits } from './notify-limits.ts'
import { readSecretFiles } from './secrets/secret-files.ts'
import { readSecretFolders } from './secrets/secret-folders.ts'
import { serpCacheLimits } from './serp-limits.ts'
import { constantSchemas } from '../values/constant-schemas.ts'

const text = (description: string, defaultValue?: string) =>
  Type.String({ description, ...(defaultValue === undefined ? {} : { default: defaultValue }) })

const port = (description: string, defaultValue: number) =>
  Type.Integer({ description, default: defaultValue, minimum: 0, maximum: 65_535 })

const perKey = (description: string, defaultValue: number) =>
  Type.Integer({ description, default: defaultValue, minimum: 1, maximum: apiLimits.rateMax })

const storeTimeout = (description: string, defaultValue: number) =>
  Type.Integer({
    description,
    default: defaultValue,
    minimum: storeLimits.timeoutMsMin,
    maximum: storeLimits.timeoutMsMax,
  })

const bytes = (description: string, defaultValue: number, maximum: number, minimum = 0) =>
  Type.Integer({ description, default: defaultValue, minimum, maximum })

/** Every setting. The name in the environment is the key. */
export const configSchema = Type.Object(
  {
    SEINE_GATEWAY_HOST: text('Address the gateway binds. Beyond loopback it needs an API key file.', '127.0.0.1'),
    SEINE_GATEWAY_PORT: port('Port of the gateway.', 8420),
    SEINE_API_KEYS_FILE: text(
      'JSON file with the API keys, for the gateway, and for scrape workers, which sign webhooks: a list of {id, tenant, sha256, ...}. Several files are separated by commas.',
      '',
    ),
    SEINE_PUBLIC_URL: text('URL under which callers reach the gateway, for links in mails; empty = only paths.', ''),
    SEINE_CONSOLE: Type.Union([Type.Literal('on'), Type.Literal('off')], {
      description: 'Whether the gateway serves the console, a web page for people, at `/`.',
      default: 'on',
    }),
    SEINE_TEMPORAL_UI_URL: text(
      'Address of the Temporal Web UI, which operators find in GET /service; empty = not shown.',
      '',
    ),
    SEINE_MCP_HOSTS: text(
      'Further host names of /mcp, separated by commas. Loopback, the bound address and the host of SEINE_PUBLIC_URL are always allowed.',
      '',
    ),
    SEINE_REDIS_URL: text(
      'Redis or Valkey in which gateways count requests together and workers share hosts, redis:// or rediss://; empty = each process does so by itself.',
      '',
    ),
    SEINE_LIMIT_STARTS_PER_MINUTE: perKey(
      'Jobs a key may start in a minute; `quotas` of the key take precedence.',
      apiLimits.startsPerMinuteDefault,
    ),
    SEINE_LIMIT_READS_PER_MINUTE: perKey('Reads and cancels of a key in a minute.', apiLimits.readsPerMinuteDefault),
    SEINE_LIMIT_CALLS_PER_MINUTE: perKey('Synchronous calls of a key in a minute.', apiLimits.callsPerMinuteDefault),
    SEINE_LIMIT_CONCURRENT_JOBS: perKey('Jobs of a key that may run at a time.', apiLimits.concurrentJobsDefault),
    SEINE_LIMIT_STREAMS: perKey('Streams of server-sent events a key may have open.', apiLimits.streamsDefault),
    SEINE_LIMIT_MAILS_PER_DAY: Type.Integer({
      description: 'Mails of a tenant in a day (UTC), all its keys together; 0 = none.',
      default: mailLimits.perDayDefault,
      minimum: 0,
      maximum: mailLimits.perDayMax,
    }),
    SEINE_LIMIT_MAIL_RECIPIENTS_PER_DAY: Type.Integer({
      description: 'Different recipients of the mails of a tenant in a day (UTC).',
      default: mailLimits.recipientsPerDayDefault,
      minimum: 0,
      maximum: mailLimits.perDayMax,
    }),
    SEINE_CRAWL_LIMIT_MAX: Type.Integer({
      description:
        'Largest `limit` of a crawl, pages. Where it is below 10,000, it is also the `limit` of crawls that give none.',
      default: jobLimits.limitPagesMax,
      minimum: 1,
      maximum: jobLimits.crawlLimitPagesMax,
    }),
    SEINE_WEBHOOK_SCHEDULE: text(
      'Pauses before each try of a webhook event, seconds, comma separated; the first is not applied, because events are sent as soon as they happen. `started` and `page` use the first five.',
      webhookLimits.scheduleSecsDefault.join(','),
    ),
    SEINE_WEBHOOK_TIMEOUT_MS: Type.Integer({
      description: 'How long a receiver of webhooks may take to answer, milliseconds.',
      default: webhookLimits.timeoutMsDefault,
      minimum: 100,
      maximum: webhookLimits.timeoutMsMax,
    }),
    SEINE_SMTP_URL: text(
      'Mail server, smtp://user:password@host:port or smtps://..., with ?tls=required, unverified or off; a login is sent only over TLS, except to this machine; empty = no mail is sent.',
      '',
    ),
    SEINE_MAIL_FROM: text('Sender of mails: one address.', ''),
    SEINE_DELIVERY_TARGETS_FILE: text(
      'JSON file with the delivery targets, for the gateway and for scrape workers: an object of name → {endpoint, region, bucket, prefix, access_key_id_file, secret_access_key_file, path_style, tenants}; empty = no targets.',
      '',
    ),
    SEINE_DELIVERY_GIVE_UP_SECS: Type.Integer({
      description: 'How long the archives of a job are tried to be delivered to a target, seconds.',
      default: deliveryLimits.giveUpSecsDefault,
      minimum: deliveryLimits.giveUpSecsMin,
      maximum: deliveryLimits.giveUpSecsMax,
    }),
    SEINE_TEMPORAL_ADDRESS: text('host:port of the Temporal frontend.', '127.0.0.1:7233'),
    SEINE_TEMPORAL_NAMESPACE: text('Temporal namespace.', 'default'),
    SEINE_TEMPORAL_TLS: Type.Union([Type.Literal('on'), Type.Literal('off')], {
      description: 'TLS for the connection to Temporal; required with a file or a key of the next settings.',
      default: 'off',
    }),
    SEINE_TEMPORAL_TLS_CA_FILE: text(
      'PEM file of the certificate authority of the Temporal frontend; empty = the public authorities.',
      '',
    ),
    SEINE_TEMPORAL_TLS_CERT_FILE: text('PEM file of the client certificate for Temporal; empty = none.', ''),
    SEINE_TEMPORAL_TLS_KEY_FILE: text('PEM file of its private key.', ''),
    SEINE_TEMPORAL_API_KEY: text('API key for Temporal, as issued by Temporal Cloud; empty = none.', ''),
    SEINE_S3_ENDPOINT: text('URL of the S3 API; empty = AWS.', ''),
    SEINE_S3_PUBLIC_ENDPOINT: text('URL under which callers reach the store; empty = SEINE_S3_ENDPOINT.', ''),
    SEINE_S3_REGION: text('S3 region.', 'us-east-1'),
    SEINE_S3_BUCKET: text('Bucket for jobs and results.', 'seine'),
    SEINE_S3_ACCESS_KEY_ID: text('S3 access key; empty = the AWS default chain.', ''),
    SEINE_S3_SECRET_ACCESS_KEY: text('S3 secret key.', ''),
    SEINE_S3_CONNECT_TIMEOUT_MS: storeTimeout(
      'How long connecting to the store may take, including the wait for a free connection, milliseconds.',
      storeLimits.connectTimeoutMsDefault,
    ),
    SEINE_S3_SOCKET_TIMEOUT_MS: storeTimeout(
      'How long a connection to the store may carry no byte while a call is under way, milliseconds. For completing an upload and for deleting more than 50 objects, the request timeout applies instead.',
      storeLimits.socketTimeoutMsDefault,
    ),
    SEINE_S3_REQUEST_TIMEOUT_MS: storeTimeout(
      'From a request to the store, its body included, to the beginning of the answer, milliseconds.',
      storeLimits.requestTimeoutMsDefault,
    ),
    SEINE_EGRESS_ALLOW: text('Private targets to allow: cidr[:port], comma separated.', ''),
    SEINE_EGRESS_ALLOW_FILE: text('File with further entries, one a line; read again when it changes.', ''),
    SEINE_EGRESS_ALLOW_NAMES: text(
      'Names that look local but may be resolved: name or *.suffix, comma separated. Their addresses are checked like all others.',
      '',
    ),
    SEINE_EGRESS_DENY: text(
      'Targets to refuse, even when another setting allows them: cidr[:port], name[:port], *.suffix[:port] or :port, comma separated.',
      '',
    ),
    SEINE_EGRESS_DNS: text(
      'Name servers that resolve the host names of targets: ip[:port], comma separated; empty = the resolver of the operating system.',
      '',
    ),
    SEINE_ROBOTS: Type.Union([Type.Literal('respect'), Type.Literal('ignore')], {
      description: 'Whether crawls obey robots.txt.',
      default: 'respect',
    }),
    SEINE_HOST_STALL_SECS: Type.Integer({
      description: 'Seconds for which a host may refuse every request (429, 503) before its pages fail.',
      default: frontierLimits.hostStallSecsDefault,
      minimum: 1,
      maximum: 604_800,
    }),
    SEINE_HOSTS_EXEMPT: text(
      "Tenants' own sites: tenant=host[:port] or tenant=*.suffix[:port], comma separated. For these, the tenant is exempt from the limits per host that all tenants share.",
      '',
    ),
    SEINE_USER_AGENT: text('User-Agent of HTTP fetches.', 'SeineBot/0.1 (+https://seine.invalid/bot)'),
    SEINE_ROBOTS_AGENT: text('Product token looked up in robots.txt.', 'SeineBot'),
    SEINE_WORKFLOW_BUNDLE: text('Path of a prebuilt workflow bundle; empty = bundle at start.', ''),
    SEINE_OPS_HOST: text(
      'Address of the operations port: /livez, /readyz and /metrics, without authentication.',
      '127.0.0.1',
    ),
    SEINE_OPS_PORT: port('Operations port of a process; 0 = a free one, which is logged.', 0),
    SEINE_OTLP_ENDPOINT: text(
      'URL of an OpenTelemetry collector (OTLP/HTTP) that traces are sent to, such as http://127.0.0.1:4318; empty = no traces.',
      '',
    ),
    SEINE_OTLP_HEADERS: text('Headers sent to the collector: name=value, comma separated, values percent-encoded.', ''),
    SEINE_TRACE_RATIO: Type.Number({
      description: 'Share of traces that are recorded; the same for all processes.',
      default: 1,
      minimum: 0,
      maximum: 1,
    }),
    SEINE_DRAIN_DELAY_MS: Type.Integer({
      description:
        'How long a process still accepts calls after SIGTERM, while it reports not ready so that load balancers notice, milliseconds.',
      default: 0,
      minimum: 0,
      maximum: shutdownLimits.drainDelayMsMax,
    }),
    SEINE_WORKER_DEPLOYMENT: text(
      'Name of the Temporal worker deployment, with SEINE_WORKER_BUILD_ID; empty = workers have no version.',
      '',
    ),
    SEINE_WORKER_BUILD_ID: text('Version of this worker: a job stays with the version that started it.', ''),
    SEINE_EXTRACT_THREADS: Type.Integer({
      description: 'Most extraction threads, of which those after the first start when pages wait; 0 = one per core.',
      default: 0,
      minimum: 0,
      maximum: 256,
    }),
    SEINE_SECRETS_DIRS: text(
      'Folders whose files are settings: each file has the name of a setting and holds its value, as Kubernetes mounts a Secret; comma separated.',
      '',
    ),
    SEINE_SERVICE_TOKEN: text(
      'Secrets by which services authenticate to each other, comma separated; the first is sent, all are accepted; at least 32 characters each beyond loopback.',
      '',
    ),
    SEINE_WORKER_TLS_CA_FILE: text(
      'PEM file of the authority whose certificates services accept from each other; empty = calls between services are not encrypted.',
      '',
    ),
    SEINE_WORKER_TLS_CERT_FILE: text('PEM file of the certificate of this service, as server and as client.', ''),
    SEINE_WORKER_TLS_KEY_FILE: text('PEM file of its private key.', ''),
    SEINE_SEALING_KEY: text(
      'Keys that seal the secret data of callers, base64 of 32 bytes, comma separated; the first seals, all open.',
      '',
    ),
    SEINE_SCRAPE_WORKERS: text('URLs of scrape workers, comma separated; a name may resolve to several addresses.', ''),
    SEINE_SCRAPE_HOST: text(
      'Address a scrape worker binds for calls. Beyond loopback it needs a service token.',
      '127.0.0.1',
    ),
    SEINE_SCRAPE_PORT: port('Port of a scrape worker for calls; 0 = a free one.', 8440),
    SEINE_SCRAPE_CALLS: Type.Integer({
      description: 'Synchronous calls that a scrape worker runs at a time.',
      default: scrapeCallLimits.callsDefault,
      minimum: 1,
      maximum: 1_024,
    }),
    SEINE_BROWSER_WORKERS: text(
      'URLs of browser workers, comma separated; a name may resolve to several addresses.',
      '',
    ),
    SEINE_BROWSER_HOST: text('Address a browser worker binds. Beyond loopback it needs a service token.', '127.0.0.1'),
    SEINE_BROWSER_PORT: port('Port of a browser worker; 0 = a free one.', 8430),
    SEINE_BROWSER_SHELL: text('Path of chromium-headless-shell; empty = PUPPETEER_EXECUTABLE_PATH or from PATH.', ''),
    SEINE_BROWSER_CHROME: text('Path of Chromium or Chrome, for escalations; empty = from PATH.', ''),
    SEINE_BROWSER_SANDBOX: Type.Union([Type.Literal('on'), Type.Literal('off')], {
      description: "Chromium's sandbox; use off only when all targets are trusted.",
      default: 'on',
    }),
    SEINE_BROWSER_UID: Type.Integer({
      description: 'User and group that Chromium runs as when the worker runs as root; they need no account.',
      default: poolLimits.browserUid,
      minimum: 1,
      maximum: 2_147_483_647,
    }),
    SEINE_BROWSER_SOCKET: text(
      'Unix socket of a process that runs Chromium in a container of its own; empty = the worker starts Chromium itself.',
      '',
    ),
    SEINE_BROWSER_PROCESSES: Type.Integer({
      description:
        'Largest number of browser processes of the default engine; 0 = one per core. One always runs, the others while they are needed.',
      default: 0,
      minimum: 0,
      maximum: 64,
    }),
    SEINE_BROWSER_SLOTS: Type.Integer({
      description: 'Pages at a time; 0 = by cores and memory.',
      default: 0,
      minimum: 0,
      maximum: 256,
    }),
    SEINE_BROWSER_MESSAGE_MAX_BYTES: Type.Integer({
      description:
        'Longest message a browser may send over its pipe, bytes; a longer one ends that browser, and its attempts fail with `browser_message_too_large`.',
      default: poolLimits.messageMaxBytes,
      minimum: poolLimits.messageMaxBytesMin,
      maximum: poolLimits.messageMaxBytesMax,
    }),
    SEINE_BROWSER_BUDGET_EXTRA_MS: Type.Integer({
      description: 'Budget of a synchronous browser call on top of its `timeout` and `wait_ms`, milliseconds.',
      default: captureLimits.budgetExtraMs,
      minimum: 0,
      maximum: 600_000,
    }),
    SEINE_SCRAPE_BUDGET_MS: Type.Integer({
      description: 'Budget of a synchronous scrape, all its attempts together, milliseconds.',
      default: gatewayLimits.scrapeBudgetMsDefault,
      minimum: 1_000,
      maximum: 600_000,
    }),
    SEINE_PROXY_BASIC: text(
      'Providers of the tier `basic`, separated by white space: [name=]http://user:password@host:port or socks5://..., with {session}, {country} or {COUNTRY}; a part in [ ] is omitted when no country is given; ?target=address sends checked addresses instead of host names.',
      '',
    ),
    SEINE_PROXY_ENHANCED: text('Providers of the tier `enhanced`, in the same format.', ''),
    SEINE_PROXY_PREMIUM: text('Providers of the tier `premium`, in the same format.', ''),
    SEINE_CAPTURE_BODY_MAX_BYTES: bytes(
      'Longest response body in a capture.',
      captureLimits.responseBodyMaxBytes,
      64 * 1024 * 1024,
    ),
    SEINE_CAPTURE_REQUEST_BODY_MAX_BYTES: bytes(
      'Longest request body in a capture.',
      captureLimits.requestBodyMaxBytes,
      64 * 1024 * 1024,
    ),
    SEINE_CAPTURE_BODIES_MAX_BYTES: bytes(
      'All bodies of one capture together.',
      captureLimits.bodiesMaxBytes,
      captureLimits.bodiesMaxBytesMax,
    ),
    SEINE_CAPTURE_CALLS_MAX: bytes('Calls a capture lists.', captureLimits.callsMax, 100_000),
    SEINE_CAPTURE_FRAMES_MAX: bytes('Frames or events listed per call.', captureLimits.framesPerCallMax, 100_000),
    SEINE_ARCHIVE_BODY_MAX_BYTES: bytes(
      'Longest body of an answer in an archive of what went over the wire (`warc`, `wacz`); a longer one is cut.',
      egressLimits.recordedBodyMaxBytes,
      egressLimits.recordedBodyMaxBytes,
      egressLimits.recordedBodyMaxBytesMin,
    ),
    SEINE_MODEL_URL: text(
      'Base URL of an OpenAI-compatible API that fills the `json` output, such as http://127.0.0.1:11434/v1; empty = no model.',
      '',
    ),
    SEINE_MODEL_KEY: text('API key of the model, sent as a bearer token; empty = none.', ''),
    SEINE_MODEL_NAME: text('Name of the model, as the API knows it.', ''),
    SEINE_MODEL_CONTEXT_TOKENS: Type.Integer({
      description: 'Tokens of prompt and answer together that the server actually supports.',
      default: modelLimits.contextTokensDefault,
      minimum: modelLimits.contextTokensMin,
      maximum: modelLimits.contextTokensMax,
    }),
    SEINE_MODEL_OUTPUT_TOKENS: Type.Integer({
      description: 'Tokens of one answer; at most half of the context.',
      default: modelLimits.outputTokensDefault,
      minimum: 64,
      maximum: modelLimits.outputTokensMax,
    }),
    SEINE_MODEL_TIMEOUT_MS: Type.Integer({
      description: 'How long one call of the model may take, milliseconds.',
      default: modelLimits.timeoutMsDefault,
      minimum: 100,
      maximum: modelLimits.timeoutMsMax,
    }),
    SEINE_MODEL_CONCURRENCY: Type.Integer({
      description: 'Calls of the model at a time in one worker.',
      default: modelLimits.concurrencyDefault,
      minimum: 1,
      maximum: modelLimits.concurrencyMax,
    }),
    SEINE_MODEL_PAGE_TOKENS: Type.Integer({
      description: 'Tokens that one page may use, all its calls together.',
      default: modelLimits.pageTokensDefault,
      minimum: 1_000,
      maximum: modelLimits.pageTokensMax,
    }),
    SEINE_SERP_GOOGLE: text(
      'Back-ends for results of Google, in the order in which they are tried: searxng, brave, html, comma separated; empty = searxng when its URL is set.',
      '',
    ),
    SEINE_SERP_BING: text('Back-ends for results of Bing, in the same format.', ''),
    SEINE_SERP_DUCKDUCKGO: text('Back-ends for results of DuckDuckGo, in the same format.', ''),
    SEINE_SERP_GOOGLE_URL: text('URL at which the back-end html searches Google.', 'https://www.google.com'),
    SEINE_SERP_BING_URL: text('URL at which the back-end html searches Bing.', 'https://www.bing.com'),
    SEINE_SERP_DUCKDUCKGO_URL: text(
      'URL at which the back-end html searches DuckDuckGo.',
      'https://html.duckduckgo.com',
    ),
    SEINE_SERP_CACHE_SECS: Type.Integer({
      description: 'How long the results of a search are cached, seconds; 0 = not at all.',
      default: serpCacheLimits.secsDefault,
      minimum: 0,
      maximum: serpCacheLimits.secsMax,
    }),
    SEINE_SEARXNG_URL: text('URL of a SearXNG with JSON enabled, for the back-end searxng; empty = none.', ''),
    SEINE_BRAVE_KEY: text('Key of the Brave Search API, for the back-end brave; empty = none.', ''),
    SEINE_BRAVE_URL: text('URL of the Brave Search API.', 'https://api.search.brave.com'),
    SEINE_LINK_LIFETIME_SECS: Type.Integer({
      description: 'Life of download links in seconds.',
      default: archiveLimits.linkLifetimeSecsDefault,
      minimum: 1,
      maximum: 604_800,
    }),
    SEINE_SPOOL_MAX_BYTES: Type.Integer({
      description:
        'Size of all temporary archive files of one scrape worker, bytes; above it, results are read again instead.',
      default: archiveLimits.spoolMaxBytesDefault,
      minimum: 0,
    }),
    SEINE_RETENTION_DAYS: Type.Integer({
      description: 'Days that results and records are kept.',
      default: archiveLimits.retentionDaysDefault,
      minimum: 1,
      maximum: 3_650,
    }),
    SEINE_LOG_LEVEL: Type.Union(
      [
        Type.Literal('trace'),
        Type.Literal('debug'),
        Type.Literal('info'),
        Type.Literal('warn'),
        Type.Literal('error'),
        Type.Literal('silent'),
      ],
      { description: 'Lowest level that is logged.', default: 'info' },
    ),
  },
  { additionalProperties: false },
)

export type Config = Readonly<Static<typeof configSchema>>

/** Variables that callers set in their shell for the samples of the guides; no process of Seine reads them. */
const namesOfCallers = new Set(['SEINE_URL', 'SEINE_KEY'])

/**
 * Settings that are never shown. Each may be in a file instead, whose path is in the variable of the same name with
 * `_FILE` appended, or which has the name of the setting, in a folder of `SEINE_SECRETS_DIRS`.
 */
export const secretNames: ReadonlySet<string> = new Set([
  'SEINE_S3_ACCESS_KEY_ID',
  'SEINE_S3_SECRET_ACCESS_KEY',
  'SEINE_SERVICE_TOKEN',
  'SEINE_SEALING_KEY',
  'SEINE_PROXY_BASIC',
  'SEINE_PROXY_ENHANCED',
  'SEINE_PROXY_PREMIUM',
  'SEINE_SMTP_URL',
  'SEINE_REDIS_URL',
  'SEINE_MODEL_KEY',
  'SEINE_BRAVE_KEY',
  'SEINE_TEMPORAL_API_KEY',
  'SEINE_OTLP_HEADERS',
])

/** Thrown when the environment is not a valid configuration; the message lists every problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the configuration.
 * @param environment usually `process.env`; variables without the prefix, and those of callers, are ignored.
 *   It is not changed, so that processes that this one starts do not inherit secrets from files.
 * @returns every setting, with defaults filled in.
 * @throws ConfigError naming every unknown variable, every invalid value and every secret file that cannot be read.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const folders = readSecretFolders(environment)
  const secrets = readSecretFiles(folders.environment, secretNames)
  const given = Object.fromEntries(
    Object.entries(secrets.environment).filter(
      ([name, value]) => name.startsWith('SEINE_') && !namesOfCallers.has(name) && value !== undefined,
    ),
  )
  const known = configSchema.properties as Record<string, unknown>
  const unknown = Object.keys(given).filter((name) => !(name in known) && !name.startsWith('SEINE_DEV_'))
  const origin = (name: string): string => (folders.paths.has(name) ? ` in ${folders.paths.get(name)}` : '')
  const problems = [
    ...folders.problems,
    ...secrets.problems,
    ...unknown.map((name) => `${name}: unknown setting${origin(name)}`),
  ]
  const values: Record<string, unknown> = Object.fromEntries(Object.entries(given).filter(([name]) => name in known))
  const ajv = new Ajv2020({ ...constantSchemas, allErrors: true, coerceTypes: true, useDefaults: true })
  if (!ajv.validate(configSchema, values)) {
    for (const error of ajv.errors ?? []) {
      const name = error.instancePath.slice(1)
      const shown = secretNames.has(name) ? '(hidden)' : JSON.stringify(given[name])
      problems.push(`${name}: ${error.message ?? 'invalid'}, got ${shown}${origin(name)}`)
    }
  }
  if (problems.length > 0) throw new ConfigError(`invalid configuration\n  ${[...new Set(problems)].join('\n  ')}`)
  return Object.freeze(values) as Config
}

/** Returns the values of all secret settings that are set. */
export const secretValues = (config: Config): string[] =>
  Object.entries(config).flatMap(([name, value]) => (secretNames.has(name) && value !== '' ? [String(value)] : []))

/** Returns the configuration as text, one setting per line, secrets masked. `--print-config` prints it. */
export function printConfig(config: Config): string {
  return Object.entries(config)
    .map(([name, value]) => `${name}=${secretNames.has(name) && value !== '' ? '********' : String(value)}`)
    .join('\n')
}
