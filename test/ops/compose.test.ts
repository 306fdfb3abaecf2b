/** The compose files are valid, hardened, pinned, and consistent with the rest of Seine. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, test } from 'node:test'
import { promisify } from 'node:util'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { imageTargets } from '@seine/tools/images/image-targets.ts'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { findOnPath } from '@seine/tools/setup/find-tool.ts'
import { configSchema, readConfig, secretNames } from '@seine/shared/config/config.ts'
import { shutdownLimits } from '@seine/shared/config/process-limits.ts'
import { settingsRead } from './settings-read.ts'
import { durationMs, fillIn, rawCompose, readCompose, type ComposeFile, type ComposeService } from './compose-file.ts'

const main = 'docker-compose.yml'
const production = 'docker-compose.prod.yml'
const deployments: Record<string, ComposeFile> = {
  'for developers': readCompose([main]),
  'for good': readCompose([main, production]),
}

/** The module that contains the schema of the compose specification. */
const specification = 'github.com/compose-spec/compose-go/v2@v2.9.1'

const ours = (services: ComposeFile['services']): [string, ComposeService][] =>
  Object.entries(services).filter(([, { image }]) => image.startsWith('seine/'))
const isOneShot = ({ restart }: ComposeService): boolean => restart === 'no'

/** `source:target[:ro]` */
const mountsOf = ({ volumes = [] }: ComposeService): { source: string; target: string }[] =>
  volumes.map((text) => {
    const [source, target] = text.split(':')
    return { source: source!, target: target! }
  })

const settingsOf = ({ environment = {} }: ComposeService): [string, string | number | null][] =>
  Object.entries(environment).filter(([name]) => name.startsWith('SEINE_'))

const go = findOnPath('go', process.env['PATH'])
const skip = go === null && process.env['CI'] !== 'true' ? 'there is no Go that fetches the specification' : false

test('both files are valid by the compose specification', { skip }, async () => {
  const { stdout } = await promisify(execFile)(go ?? 'go', ['mod', 'download', '-json', specification], { cwd: '/' })
  const { Dir } = JSON.parse(stdout) as { Dir: string }
  // Draft 7, under a name other than the draft's own.
  const { $schema, ...schema } = JSON.parse(readFileSync(join(Dir, 'schema/compose-spec.json'), 'utf8')) as {
    $schema: string
  }
  assert.match($schema, /draft-07/)
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  const validate = ajv.compile(schema)
  for (const name of [main, production]) {
    assert.ok(validate(rawCompose(name)), `${name}: ${ajv.errorsText(validate.errors)}`)
  }
  assert.equal(validate({ services: { gateway: { image: 'a', prots: [] } } }), false)
})

test('variables are filled in as in a shell', () => {
  assert.equal(fillIn('a ${B:-c} $$D', {}), 'a c $D')
  assert.equal(fillIn('a ${B:-c}', { B: 'b' }), 'a b')
  assert.equal(fillIn('${B-c}', { B: '' }), '')
  assert.equal(fillIn('${B-c}', {}), 'c')
  assert.equal(fillIn('${B:+x}${B:-y${C:-z}}', {}), 'yz')
  assert.equal(fillIn('${B:+x}${B:-y${C:-z}}', { B: 'b' }), 'xb')
  assert.equal(fillIn('${B:-y${C:-z}}', { C: 'c' }), 'yc')
  assert.throws(() => fillIn('${B}', {}), /neither a value nor a default/)
  assert.throws(() => fillIn('$B', {}), /not understood/)
})

for (const [title, { services, volumes = {}, networks = {} }] of Object.entries(deployments)) {
  describe(`the deployment ${title}`, () => {
    it('starts every image of Seine that serves', () => {
      assert.deepEqual(new Set(ours(services).map(([, { build }]) => build?.target)), new Set<string>(imageTargets))
      for (const [name, { image, build }] of ours(services)) assert.equal(image, `seine/${build?.target}`, name)
    })

    it('has settings that are known and valid', () => {
      for (const [name, service] of ours(services)) {
        const environment = settingsOf(service).map(([key, value]) => {
          const secret = key.replace(/_FILE$/, '')
          if (key !== secret && secret in configSchema.properties) return [secret, 'secret']
          assert.ok(key in configSchema.properties, `${name}: ${key}`)
          return [key, value === null ? undefined : String(value)]
        })
        // Folders of a volume, which is not there.
        const settings = { ...(Object.fromEntries(environment) as Record<string, string>), SEINE_SECRETS_DIRS: '' }
        assert.doesNotThrow(() => readConfig(settings), name)
      }
    })

    it('has room in /tmp for the temporary files of archives', () => {
      const { environment = {}, tmpfs = [] } = services['scrape-worker']!
      const { SEINE_SPOOL_MAX_BYTES: spoolMaxBytes } = readConfig({
        SEINE_SPOOL_MAX_BYTES: String(environment['SEINE_SPOOL_MAX_BYTES'] ?? ''),
      })
      const megabytes = Number(/^\/tmp:size=(\d+)m\b/.exec(tmpfs[0] ?? '')?.[1])
      assert.ok(spoolMaxBytes < megabytes * 1024 * 1024, `${spoolMaxBytes} bytes in ${tmpfs.join()}`)
    })

    it('refers to nothing that is not there', () => {
      for (const [name, service] of Object.entries(services)) {
        for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
          const dependency = services[other]
          assert.ok(dependency, `${name} needs ${other}`)
          assert.ok(
            (dependency.profiles ?? []).every((profile) => service.profiles?.includes(profile)),
            name,
          )
          // Work continues without Redis.
          if (condition === 'service_started' && other === 'redis') continue
          if (condition === 'service_started') assert.equal(service.network_mode, `service:${other}`)
          else if (condition === 'service_healthy') assert.ok(dependency.healthcheck, `${other} has no health check`)
          else assert.ok(isOneShot(dependency), `${other} does not end`)
        }
        for (const { source } of mountsOf(service)) {
          if (source.startsWith('.')) assert.ok(existsSync(join(repositoryRoot, source)), `${name}: ${source}`)
          else assert.ok(source in volumes, `${name}: ${source}`)
        }
        for (const [key, value] of settingsOf(service).filter(([, each]) => /^https?:/.test(String(each)))) {
          const { hostname } = new URL(String(value))
          assert.ok(hostname in services || hostname === '127.0.0.1', `${name}: ${key}`)
        }
        const profile = service.security_opt?.find((option) => option.startsWith('seccomp='))?.slice('seccomp='.length)
        if (profile !== undefined) assert.ok(existsSync(join(repositoryRoot, profile)), profile)
      }
    })

    it('keeps a secret in a file that the part that makes it writes, and in no environment', () => {
      const ofStore = ['s3-access-key-id', 's3-secret-access-key']
      const made: Record<string, readonly string[]> = {
        'service-secrets': [
          'api-keys.json',
          ...ofStore,
          'gateway-redis-url',
          'scrape-worker-redis-url',
          'sealing-key',
          'service-token',
        ],
        'browser-secrets': [...ofStore, 'redis-url', 'sealing-key', 'service-token'],
        'store-secrets': ofStore,
      }
      for (const [name, service] of ours(services)) {
        for (const [key, value] of settingsOf(service)) {
          if (!key.endsWith('_FILE')) continue
          const mount = mountsOf(service).find(({ target }) => String(value).startsWith(`${target}/`))
          assert.ok(
            made[mount?.source ?? '']?.includes(String(value).slice(mount!.target.length + 1)),
            `${name}: ${key}`,
          )
        }
        for (const key of secretNames) assert.equal(service.environment?.[key] ?? null, null, `${name}: ${key}`)
        // Those that Seine makes have a file, and an operator can give each of the others as a file of the same volume.
        const settings = Object.fromEntries(settingsOf(service))
        if (!('SEINE_SERVICE_TOKEN_FILE' in settings)) continue
        for (const key of secretNames)
          assert.ok(!(`${key}_FILE` in settings && key in settings), `${name}: ${key} as a variable`)
        const { source } = mountsOf(service).find(({ target }) => target === settings['SEINE_SECRETS_DIRS']) ?? {}
        assert.equal(source, name === 'browser-worker' ? 'browser-secrets' : 'service-secrets', name)
      }
      const withVolume = (volume: string): string[] =>
        Object.entries(services).flatMap(([name, service]) =>
          mountsOf(service).some(({ source }) => source === volume) ? [name] : [],
        )
      // The backups of the deployment for good.
      const copied = 'volume-archive' in services ? ['volume-archive'] : []
      assert.deepEqual(withVolume('caller-secrets'), ['volumes', 'secrets', ...copied])
      assert.deepEqual(withVolume('service-secrets'), ['volumes', 'secrets', 'gateway', 'scrape-worker', ...copied])
      assert.deepEqual(withVolume('browser-secrets'), ['volumes', 'secrets', 'browser-worker', ...copied])
      assert.deepEqual(withVolume('store-secrets'), ['volumes', 'secrets', 'prepare-store', 'object-store', ...copied])
      assert.deepEqual(withVolume('redis-secrets'), ['volumes', 'secrets', 'redis', ...copied])
      assert.deepEqual(withVolume('chromium'), ['volumes', 'browser-worker', 'chromium'])
    })

    it('keeps from browser workers and Chromium what they have no use for', () => {
      const { 'browser-worker': worker, chromium, 'browser-door': door } = services
      const known = Object.keys(worker?.environment ?? {})
      // Other variables in .env reach only gateway and scrape workers.
      for (const part of [worker, chromium, door]) assert.equal(part?.env_file, undefined)
      for (const name of known) {
        assert.doesNotMatch(name, /^SEINE_(API_KEYS|SMTP|MAIL|REDIS_URL$|BRAVE|SEARXNG|SERP|WEBHOOK|LIMIT|GATEWAY)_?/)
      }
      assert.deepEqual(Object.keys(chromium?.environment ?? {}), ['SEINE_BROWSER_SOCKET', 'SEINE_LOG_LEVEL'])
      assert.equal(door?.environment, undefined)
      assert.deepEqual(mountsOf(door!), [])
    })

    it('hands every process the settings that it reads', () => {
      // These get the whole file of additional settings.
      for (const name of ['gateway', 'scrape-worker']) assert.equal(services[name]?.env_file?.[0]?.path, '.env', name)
      const handed = Object.keys(services['browser-worker']?.environment ?? {}).map((name) =>
        name in configSchema.properties ? name : name.replace(/_FILE$/, ''),
      )
      const ofImage = /^SEINE_(OPS_(HOST|PORT)|BROWSER_(HOST|PORT|SHELL|CHROME|UID))$/
      // Temporal and the store of this file use default settings, and there is no folder for lists of targets.
      const ofOthers =
        /^SEINE_(TEMPORAL_(NAMESPACE|API_KEY|TLS\w*)|WORKER_TLS\w*|S3_(REGION|PUBLIC_ENDPOINT)|EGRESS_ALLOW_FILE)$/
      // Named in the code it loads, for work that it does not do.
      const notRead = /^SEINE_(SMTP_URL|MAIL_FROM|DELIVERY_GIVE_UP_SECS)$/
      const read = [...settingsRead('browser-worker')].filter(
        (name) => ![ofImage, ofOthers, notRead].some((pattern) => pattern.test(name)),
      )
      assert.deepEqual(handed.toSorted(), read.toSorted())
    })

    const inside = (name: string): string[] => {
      const { networks: named, network_mode } = services[name]!
      if (network_mode !== undefined) return network_mode.startsWith('service:') ? inside(network_mode.slice(8)) : []
      return named === undefined ? ['default'] : Array.isArray(named) ? named : Object.keys(named)
    }
    const within = (network: string): string[] =>
      Object.keys(services)
        .filter((name) => inside(name).includes(network))
        .toSorted()

    it('has Redis in an internal network, with the services that share it', () => {
      assert.deepEqual(within('redis'), ['browser-door', 'gateway', 'redis', 'scrape-worker'])
      assert.deepEqual(inside('redis'), ['redis'])
      assert.equal(networks['redis']?.internal, true)
      assert.equal(services['redis']?.ports, undefined)
    })

    it('has browser workers in a network with their door alone', () => {
      assert.deepEqual(within('browser'), ['browser-door', 'browser-worker', 'chromium'])
      assert.deepEqual(inside('browser-worker'), ['browser'])
      assert.deepEqual(inside('chromium'), ['browser'])
      // One port each of Temporal, the store and Redis and no other connection inwards; all others are opened from
      // outside.
      assert.deepEqual(
        services['browser-door']?.command?.filter((word) => !word.includes('=pages:')),
        ['7233=temporal:7233', '7070=object-store:7070', '6379=redis:6379', '4318=traces:4318'].map(
          (way) => `inside:${way}`,
        ),
      )
      const named = Object.entries(services['browser-door']?.networks ?? {})
      const called = named.filter(([, of]) => typeof of === 'object' && of?.aliases?.includes('inside'))
      assert.deepEqual(
        called.map(([name]) => name),
        ['browser'],
      )
    })

    it('gives no part a privilege, endless memory or endless logs', () => {
      for (const [name, service] of Object.entries(services)) {
        assert.match(service.mem_limit ?? '', /^\d+[mg]$/, name)
        // The output of the copy is the archive: all data, and all keys.
        if (name === 'volume-archive') assert.deepEqual(service.logging, { driver: 'none' })
        else assert.ok(service.logging?.options?.['max-size'], name)
        assert.ok(service.restart, name)
        // Images of Seine contain their own health check.
        const isChecked = service.healthcheck !== undefined || service.image.startsWith('seine/')
        assert.ok(isOneShot(service) || isChecked, `${name} has no health check`)
        if (name === 'mail') continue
        assert.deepEqual(service.cap_drop, ['ALL'], name)
        assert.ok(service.security_opt?.includes('no-new-privileges:true'), name)
      }
      for (const [name, { read_only, user }] of ours(services)) {
        assert.equal(read_only, true, name)
        const others: Record<string, string> = { volumes: '0:0', 'volume-archive': '0:0', chromium: '10002:10002' }
        assert.equal(user, others[name] ?? '10001:10001', name)
      }
      const withCapabilities = Object.entries(services).filter(([, { cap_add }]) => cap_add?.includes('SYS_ADMIN'))
      assert.deepEqual(withCapabilities, [])
    })

    it('sends traces where the shell says, and nowhere unless it does', () => {
      for (const [name, service] of ours(services).filter(([, each]) => !isOneShot(each))) {
        const settings = Object.fromEntries(settingsOf(service))
        if (['browser-door', 'chromium'].includes(name)) continue
        for (const key of ['SEINE_OTLP_ENDPOINT', 'SEINE_TRACE_RATIO'])
          assert.equal(settings[key], null, `${name}: ${key}`)
      }
    })

    it('publishes ports on loopback alone, each once, and those of TLS everywhere', () => {
      const published = Object.entries(services).flatMap(([name, { ports = [] }]) => (name === 'caddy' ? [] : ports))
      for (const port of published) assert.match(port, /^127\.0\.0\.1:\d+:\d+$/)
      assert.deepEqual(services['caddy']?.ports ?? ['80:80', '443:443', '443:443/udp'], [
        '80:80',
        '443:443',
        '443:443/udp',
      ])
      const hostPorts = published.map((port) => port.split(':')[1])
      assert.equal(new Set(hostPorts).size, hostPorts.length)
    })

    it('pins what others have made', () => {
      for (const [name, { image }] of Object.entries(services)) {
        if (!image.startsWith('seine/')) assert.match(image, /^[\w./-]+:v?\d+\.[\w.-]+(?:@sha256:[\da-f]{64})?$/, name)
      }
    })

    it('loads images of Seine from no registry, where others could have put them', () => {
      for (const [name, { build, pull_policy }] of ours(services)) {
        assert.ok(build, name)
        assert.equal(pull_policy, 'never', name)
      }
    })

    it('stops a service before the service of Seine that it needs is replaced', () => {
      for (const [name, { depends_on: needed = {} }] of ours(services))
        for (const [other, { restart }] of Object.entries(needed)) {
          const dependency = services[other]!
          const isReplaced = dependency.image.startsWith('seine/') && !isOneShot(dependency)
          if (isReplaced) assert.equal(restart, true, `${name} works through ${other}`)
        }
    })

    it('gives services more time to end than they take', () => {
      for (const name of ['gateway', 'scrape-worker', 'browser-worker']) {
        const graceMs = durationMs(services[name]?.stop_grace_period ?? '0s')
        assert.ok(graceMs > shutdownLimits.exitMs, name)
      }
    })
  })
}

test('no password or key stands in the files, nor has a default', () => {
  for (const [title, { services }] of Object.entries(deployments)) {
    for (const [name, { environment = {}, command = [], entrypoint = [] }] of Object.entries(services)) {
      for (const [key, value] of Object.entries(environment)) {
        if (value === null || !/PASSWORD|PWD|SECRET|TOKEN|KEY/.test(key)) continue
        assert.match(String(value), /^\/run\/[\w/.-]+$/, `${title}, ${name}: ${key}`)
      }
      for (const word of [...command, ...entrypoint]) {
        // What is not read from a file of a secrets volume, or of a program's variable.
        assert.doesNotMatch(word, /(?:PASSWORD|PWD|SECRET|TOKEN|KEY)\w*=(?!"\$\(cat \/run\/)/i, `${title}, ${name}`)
      }
    }
  }
  // A volume for everything that the backup has to hold, and no other.
  const archived = deployments['for good']!.services['volume-archive']?.volumes?.map((text) => text.split(':')[0])
  const { volumes = {} } = deployments['for good']!
  // The socket of Chromium, metrics, and the database of the development server.
  const left = new Set(['chromium', 'prometheus', 'temporal'])
  assert.deepEqual(
    archived?.filter((name) => !name!.startsWith('.')).toSorted(),
    Object.keys(volumes)
      .filter((name) => !left.has(name))
      .toSorted(),
  )
})

test('the file for good replaces the development server whole, and nothing else', () => {
  const text = readFileSync(join(repositoryRoot, production), 'utf8')
  assert.match(text, /^ {2}temporal: !override$/m)
  const common = Object.keys((rawCompose(production) as ComposeFile).services).filter(
    (name) => name in (rawCompose(main) as ComposeFile).services,
  )
  assert.deepEqual(common, ['temporal'])
})

test('Prometheus scrapes services by their names in this file, and notifies the Alertmanagers that a folder names', () => {
  const text = readFileSync(join(repositoryRoot, 'docker/prometheus/prometheus.yml'), 'utf8')
  const { scrape_configs: jobs, alerting } = parse(text) as {
    scrape_configs: { dns_sd_configs: { names: string[] }[] }[]
    alerting: { alertmanagers: { file_sd_configs: { files: string[] }[] }[] }
  }
  const names = jobs.flatMap((job) => job.dns_sd_configs.flatMap((each) => each.names))
  assert.deepEqual(names.toSorted(), ['browser-worker', 'gateway', 'scrape-worker'])
  for (const name of names) assert.ok(name in deployments['for developers']!.services, name)
  // Addresses of Alertmanagers are read from a folder that the container has.
  const files = alerting.alertmanagers.flatMap((each) => each.file_sd_configs.flatMap((found) => found.files))
  assert.deepEqual(files, ['alertmanagers/*.yml'])
  assert.ok(existsSync(join(repositoryRoot, 'docker/prometheus/alertmanagers')))
})
