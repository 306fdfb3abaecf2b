/** The Helm chart: what values change in the objects that it renders, and which values it refuses. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { secretNames } from '@seine/shared/config/config.ts'
import { forCluster } from '@seine/tools/chart/rendered-manifests.ts'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import product from '../../package.json' with { type: 'json' }
import { kubernetesTools, type CommandOutput } from './kubernetes-lab.ts'
import { podsOf, readManifests, settingsOf, waysOut, workloadsOf, type Manifest } from './manifests.ts'

const chart = join(repositoryRoot, 'k8s', 'chart')
const small = ['--values', join(chart, 'examples', 'small.yaml')]

const { version } = product
const { tools, skip } = kubernetesTools()

const run = async (args: readonly string[]): Promise<CommandOutput> =>
  await new Promise((resolve) =>
    execFile(tools?.helm ?? '', ['template', 'seine', chart, ...forCluster, ...args], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
    ),
  )

/** Renders the chart with its default values and these. */
const template = async (...values: string[]): Promise<CommandOutput> =>
  await run(values.flatMap((each) => ['--set', each]))

/** Returns the objects of one node with these values. */
async function render(...values: string[]): Promise<Manifest[]> {
  const { code, stdout, stderr } = await run(['--skip-tests', ...small, ...values.flatMap((each) => ['--set', each])])
  assert.deepEqual([code, stderr], [0, ''])
  return readManifests(stdout)
}

/** Returns true for an object that Helm leaves in place at an upgrade and after `helm uninstall`. */
const isKept = ({ metadata }: Manifest): boolean => metadata.annotations?.['helm.sh/resource-policy'] === 'keep'

describe('values of the Helm chart', { skip, timeout: 300_000 }, () => {
  it('replaces pods when a setting changes that they read, and labels as a release only what Helm keeps', async () => {
    const checksums = (objects: readonly Manifest[]) =>
      Object.fromEntries(
        objects.flatMap(({ kind, spec }) =>
          kind === 'Deployment'
            ? [
                [
                  spec?.template?.spec.containers[0]?.name,
                  spec?.template?.metadata.annotations?.['checksum/settings'] ?? '',
                ],
              ]
            : [],
        ),
      )
    const objects = await render()
    const [before, again] = [checksums(objects), checksums(await render())]
    assert.deepEqual(Object.keys(before).toSorted(), ['browser-worker', 'gateway', 'scrape-worker'])
    assert.deepEqual(before, again)
    const changed = checksums(await render('settings.SEINE_RETENTION_DAYS=7'))
    for (const name of Object.keys(before)) assert.notEqual(changed[name], before[name], name)
    // Only processes that read delivery targets.
    const targets = checksums(await render('secrets.deliveryTargets=targets'))
    assert.deepEqual(
      Object.keys(before).filter((name) => targets[name] !== before[name]),
      ['gateway', 'scrape-worker'],
    )
    const kept = objects.filter(isKept).filter(({ metadata }) => metadata.name.endsWith(version.replaceAll('.', '-')))
    const labelled = objects.filter(({ metadata }) => metadata.labels?.['app.kubernetes.io/component'] !== undefined)
    assert.deepEqual(labelled, kept)
    // What workers and the Job of their release read stays with them.
    const own = new Set(kept.map(({ metadata }) => metadata.name))
    for (const { manifest, pod } of workloadsOf(objects).filter(
      ({ labels }) => !['gateway', 'prepare-temporal'].includes(labels['app.kubernetes.io/name'] ?? ''),
    ))
      for (const { configMapRef } of pod.containers.flatMap(({ envFrom = [] }) => envFrom))
        assert.ok(own.has(configMapRef?.name ?? ''), `${manifest.metadata.name}: ${configMapRef?.name}`)
  })

  it('keeps what workers of all releases need after `helm uninstall`, the same objects with all values', async () => {
    const shared = [
      'NetworkPolicy asking-for-renderings',
      'NetworkPolicy browser-worker-extra-egress',
      'NetworkPolicy metrics',
      'NetworkPolicy names-and-temporal',
      'NetworkPolicy nothing-else',
      'NetworkPolicy rendering',
      'NetworkPolicy scrape-worker-extra-egress',
      'NetworkPolicy sharing-hosts',
      'NetworkPolicy store',
      'NetworkPolicy traces',
      'NetworkPolicy workers',
      'Service browser-workers',
      'Service scrape-workers',
      'ServiceAccount browser-worker',
      'ServiceAccount scrape-worker',
    ]
    const keptOf = (objects: readonly Manifest[]): string[] =>
      objects
        .filter(isKept)
        .filter(({ metadata }) => metadata.labels?.['app.kubernetes.io/component'] === undefined)
        .map(({ kind, metadata }) => `${kind} ${metadata.name}`)
        .toSorted()
    const closed = await render()
    assert.deepEqual(keptOf(closed), shared)
    const rule = '[0].to[0].ipBlock.cidr=10.20.0.25/32'
    // A policy that Helm keeps stays when a value no longer asks for it, so it must be there without its rules.
    const open = await render(
      'redis.url=redis://redis.redis.svc:6379,traces.endpoint=http://collector.monitoring.svc:4318',
      `network.storeNamespace=storage,network.extraEgress.scrapeWorker${rule},network.extraEgress.browserWorker${rule}`,
      'scrapeWorker.serviceAccountAnnotations.a=b',
    )
    assert.deepEqual(keptOf(open), shared)
    const policiesWithWays = (objects: readonly Manifest[]) => new Set(waysOut(objects).map(({ policy }) => policy))
    assert.deepEqual(
      [...policiesWithWays(open)].filter((name) => !policiesWithWays(closed).has(name)),
      ['browser-worker-extra-egress', 'scrape-worker-extra-egress', 'sharing-hosts', 'store', 'traces'],
    )
  })

  it('opens the port at the end of the URL of a Redis, also with an IPv6 address', async () => {
    for (const [url, port] of [
      ['redis://[fd00::7]:6379', 6379],
      ['rediss://redis.example.com:6380/1', 6380],
    ] as const) {
      const ways = waysOut(await render(`redis.url=${url}`, 'network.redisNamespace=here'))
      const toRedis = ways.filter(({ peer }) => isDeepStrictEqual(peer, podsOf('here')))
      assert.deepEqual(
        toRedis.map(({ policy, ports }) => `${policy} ${ports.join()}`),
        [`gateway TCP ${port}`, `sharing-hosts TCP ${port}`],
      )
    }
  })

  it('writes values that consist of digits as texts', async () => {
    const digits = '111122223333'
    const values = [
      'store.bucket,store.region,temporal.namespace,workers.deployment,images.pullSecrets[0],secrets.shared',
      'secrets.apiKeys,secrets.store,secrets.deliveryTargets,temporal.tls.secretName,workerTls.secretName',
      'network.dns.namespace,network.temporal.namespace,network.redisNamespace,network.monitoringNamespace',
      'network.gatewayFrom[0],network.storeNamespace,traces.namespace,keda.authenticationRef,ingress.className',
      'ingress.host,ingress.tlsSecret,gateway.priorityClassName,scrapeWorker.priorityClassName',
    ].flatMap((names) => names.split(',').flatMap((name) => ['--set-string', `${name}=${digits}`]))
    const others = 'scaling=keda,ingress.enabled=true,redis.url=secret,traces.endpoint=http://collector:4318'
    const { code, stdout, stderr } = await run([...values, '--set', others])
    assert.deepEqual([code, stderr], [0, ''])
    const objects = readManifests(stdout)
    const numbers = (value: unknown, path: string): string[] => {
      if (typeof value !== 'object' || value === null) return value === Number(digits) ? [path] : []
      return Object.entries(value).flatMap(([key, each]) => numbers(each, `${path}.${key}`))
    }
    const found = objects.flatMap((each) => numbers(each, `${each.kind} ${each.metadata.name}`))
    assert.deepEqual(found, [])
    for (const { metadata, data = {} } of objects)
      for (const [name, value] of Object.entries(data))
        assert.equal(typeof value, 'string', `${metadata.name}: ${name}`)
  })

  it('scales workers by the age of tasks of their own release, where its PodMonitors name it', async () => {
    const queriesOf = async (...values: string[]): Promise<string[]> =>
      (await render('scaling=keda', ...values)).flatMap(({ spec }) =>
        (spec?.triggers ?? []).flatMap(({ metadata }) => metadata['query'] ?? []),
      )
    const [all, own] = [await queriesOf(), await queriesOf('monitoring.podMonitors=true')]
    assert.equal(all.length, 3)
    const ofRelease = `,namespace="default",app_kubernetes_io_version="${version}"}`
    for (const query of all) assert.match(query, /\{task_queue="[a-z-]+"\}/)
    assert.deepEqual(
      own,
      all.map((query) => query.replace('}', ofRelease)),
    )
  })

  it('refuses every setting that it makes itself in `settings` and in further variables', async () => {
    const { definitions } = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')) as {
      definitions: { chartSetting: { enum: string[] }; secretSetting: { enum: string[] } }
    }
    const objects = await render(
      'publicUrl=https://seine.example.com,temporal.tls.secretName=a,workerTls.secretName=b,redis.url=redis://a:6379',
      'store.endpoint=https://s3.example.com,secrets.deliveryTargets=c,traces.endpoint=http://collector.monitoring.svc:4318',
    )
    const made = workloadsOf(objects).flatMap(({ pod }) =>
      pod.containers.flatMap((container) => Object.keys(settingsOf(container, objects))),
    )
    const refused = new Set([...definitions.chartSetting.enum, ...definitions.secretSetting.enum])
    // An operator may set these, too, where the chart does not.
    const open = new Set(['SEINE_TEMPORAL_TLS', 'SEINE_BROWSER_SANDBOX'])
    assert.deepEqual(
      [...new Set(made)].filter((name) => !refused.has(name) && !open.has(name)),
      [],
    )
  })

  it('refuses values of the wrong kind, and names them', async () => {
    const cases: [setting: string, said: RegExp][] = [
      ['scaling=hpa', /scaling/],
      ['gatewy.replicas.min=2', /gatewy/],
      ['gateway.replicas.min=0', /gateway\/replicas\/min|gateway\.replicas\.min/],
      ['temporal.address=temporal', /temporal\/address|temporal\.address/],
      ['settings.seine=1', /seine/],
      ['httpRoute.enabled=true', /parentRefs/],
      ['images.gateway.digest=abc', /digest/],
      [`images.gateway.digest=sha256:${'a'.repeat(63)}`, /digest/],
      // A rule without a destination would be for every one.
      ['network.temporal.namespace=', /network\/temporal|network\.temporal/],
      ['network.extraEgress.all[0].ports[0].port=25', /extraEgress/],
      [
        'scrapeWorker.replicas.min=3,scrapeWorker.replicas.max=2',
        /scrapeWorker\.replicas\.min \(3\) is above scrapeWorker\.replicas\.max \(2\)/,
      ],
      ['drainDelayMs=20000', /drainDelayMs/],
      ['terminationGraceSeconds=20', /terminationGraceSeconds/],
      // No secrets in environments.
      ['gateway.extraEnv[0].name=AWS_SECRET_ACCESS_KEY,gateway.extraEnv[0].value=x', /extraEnv/],
      ['scrapeWorker.extraEnv[0].name=AWS_SESSION_TOKEN,scrapeWorker.extraEnv[0].value=x', /extraEnv/],
      // Set by the chart.
      ['scrapeWorker.extraEnv[0].name=SEINE_WORKER_BUILD_ID,scrapeWorker.extraEnv[0].value=x', /extraEnv/],
      ['settings.SEINE_SCRAPE_WORKERS=http://scrape-workers:8440', /SEINE_SCRAPE_WORKERS/],
      ['gateway.extraEnv[0].name=A,gateway.extraEnv[0].valueFrom.secretKeyRef.name=b', /extraEnv/],
      ['gateway.extraEnv[0].name=SEINE_SERVICE_TOKEN,gateway.extraEnv[0].value=x', /extraEnv/],
      ['settings.SEINE_SMTP_URL=smtp://user:password@mail.example.com', /SEINE_SMTP_URL/],
      // Only `redis.url` opens the way to Redis.
      ['settings.SEINE_REDIS_URL=redis://redis.redis.svc:6379', /SEINE_REDIS_URL/],
      ['settings.SEINE_S3_BUCKET=other', /SEINE_S3_BUCKET/],
      ['network.gatewayFrom={*,ingress-nginx}', /gatewayFrom/],
      ['temporal.tls.secretName=a,settings.SEINE_TEMPORAL_TLS=off', /remove it from settings/],
      ['redis.url=redis', /redis\/url|redis\.url/],
      // Passwords belong into a Secret.
      ['redis.url=redis://user:password@redis.redis.svc:6379', /redis\/url|redis\.url/],
      ['redis.url=', /redis\.url is not set, and there may be 20 scrape workers/],
      ['redis.url=,scaling=off,scrapeWorker.replicas.min=3', /there may be 3 scrape workers/],
      ['priorityClasses.values.pages=high', /priorityClasses/],
    ]
    for (const [setting, said] of cases) {
      const { code, stderr } = await template('redis.url=none', setting)
      assert.notEqual(code, 0, setting)
      assert.match(stderr, said)
    }
    // One worker has its hosts to itself.
    const single = await template('redis.url=,scrapeWorker.replicas.min=1,scrapeWorker.replicas.max=1')
    assert.deepEqual([single.code, single.stderr], [0, ''])
  })
})

test('the chart knows every setting that is a secret', () => {
  const schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')) as {
    definitions: { secretSetting: { enum: string[] } }
  }
  assert.deepEqual(schema.definitions.secretSetting.enum.toSorted(), [...secretNames].toSorted())
})
