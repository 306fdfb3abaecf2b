/** The Helm chart: what it renders, refuses and leaves in place, with a real API server. */
import assert from 'node:assert/strict'
import { after, before, describe, it, test } from 'node:test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'yaml'
import { differingManifests, forCluster, renderedManifests } from '@seine/tools/chart/rendered-manifests.ts'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import product from '../../package.json' with { type: 'json' }
import { KubernetesLab, kubernetesTools } from './kubernetes-lab.ts'
import {
  configOf,
  gatewayCallers,
  isSelected,
  podsOf,
  readManifests,
  secretsInEnvironments,
  settingsOf,
  waysOut,
  workloadsOf,
  type Manifest,
  type PodSpec,
} from './manifests.ts'

interface RuleFile {
  groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[]
}

const chart = join(repositoryRoot, 'k8s', 'chart')
const examples = readdirSync(join(chart, 'examples')).map((name) => name.replace('.yaml', ''))
const valuesOf = (example: string): string[] => ['--values', join(chart, 'examples', `${example}.yaml`)]

/** An answer of `/readyz` of the gateway. */
const readiness = (status: string, workers: string): string =>
  JSON.stringify({
    status,
    checks: { workflowService: 'ok', resultStore: 'ok', browserWorkers: workers, scrapeWorkers: 'ok', accepting: true },
  })

const { version } = product
const { tools, skip } = kubernetesTools()

describe('the Helm chart', { skip, timeout: 900_000 }, () => {
  let lab: KubernetesLab
  const rendered = new Map<string, string>()
  /** What `helm test` makes. */
  const hooks = new Map<string, string>()
  const objectsOf = (example: string): Manifest[] => readManifests(rendered.get(example) ?? '')
  const named = (objects: readonly Manifest[], kind: string): string[] =>
    objects.filter((each) => each.kind === kind).map(({ metadata }) => metadata.name)

  before(async () => {
    lab = await KubernetesLab.start(tools!)
    await lab.define()
    const namespace = readManifests(readFileSync(join(repositoryRoot, 'k8s/base/namespace.yaml'), 'utf8'))[0]
    const made = await lab.kubectl(['apply', '-f', '-'], JSON.stringify(namespace))
    assert.equal(made.code, 0, made.stderr)
    for (const example of examples) {
      const { code, stdout, stderr } = await lab.helm([
        'template',
        'seine',
        chart,
        '--namespace=seine',
        ...forCluster,
        ...valuesOf(example),
      ])
      assert.deepEqual([code, stderr], [0, ''], example)
      const documents = stdout.split(/^---\n/m)
      const isHook = (text: string): boolean => /^# Source: seine\/templates\/tests\//m.test(text)
      hooks.set(example, documents.filter(isHook).join('---\n'))
      rendered.set(example, documents.filter((text) => text !== '' && !isHook(text)).join('---\n'))
    }
  })
  after(async () => await lab?.close())

  it('is the source of the manifests of the kustomize overlays', async () => {
    assert.deepEqual(differingManifests(repositoryRoot, await renderedManifests(repositoryRoot, tools!.helm)), [])
  })

  it('has the version of the product', () => {
    const text = readFileSync(join(chart, 'Chart.yaml'), 'utf8')
    assert.match(text, new RegExp(`^version: ${version}$`, 'm'))
    assert.match(text, new RegExp(`^appVersion: ${version}$`, 'm'))
  })

  for (const example of examples) {
    it(`passes helm lint and is taken by the API server without a warning: ${example}`, async () => {
      const lint = await lab.helm(['lint', '--strict', chart, ...forCluster, ...valuesOf(example)])
      assert.equal(lint.code, 0, lint.stdout + lint.stderr)
      const taken = await lab.kubectl(
        ['apply', '--namespace=seine', '--dry-run=server', '-f', '-'],
        rendered.get(example),
      )
      assert.deepEqual([taken.code, taken.stderr], [0, ''])
      assert.equal(taken.stdout.trim().split('\n').length, objectsOf(example).length)
    })

    it(`gives every process settings that it takes: ${example}`, () => {
      const objects = objectsOf(example)
      const containers = workloadsOf(objects).flatMap(({ pod }) => pod.containers)
      assert.ok(containers.length >= 5)
      for (const container of containers) {
        assert.doesNotThrow(() => configOf(container, objects), container.name)
        assert.match(container.image, /(:[\w.-]+|@sha256:[\da-f]+)$/)
      }
      assert.deepEqual(secretsInEnvironments(objects), [])
    })
  }

  const testPod = (example: string): Manifest =>
    readManifests(hooks.get(example) ?? '').find(({ kind }) => kind === 'Pod') ?? assert.fail(example)

  it('has a test that the API server takes, and that may call the gateway in every example', async () => {
    for (const example of examples) {
      const taken = await lab.kubectl(['apply', '--namespace=seine', '--dry-run=server', '-f', '-'], hooks.get(example))
      assert.deepEqual([taken.code, taken.stderr, taken.stdout.trim().split('\n').length], [0, '', 2], example)
      const { metadata } = testPod(example)
      const callers = gatewayCallers(objectsOf(example))
      const mayCall = callers?.some(({ podSelector }) =>
        isSelected(podSelector?.matchLabels ?? { none: '' }, metadata.labels ?? {}),
      )
      assert.ok(mayCall ?? true, example)
      const ways = waysOut(readManifests(hooks.get(example) ?? ''))
      assert.deepEqual(
        ways.map(({ ports, peer }) => [ports, peer?.podSelector?.matchLabels]),
        [[['TCP 8420'], { 'app.kubernetes.io/name': 'gateway' }]],
      )
    }
  })

  it('has a test that passes when gateway and workers are well, and only then', async () => {
    const answers: Record<string, (response: ServerResponse) => void> = {
      ready: (response) => response.end(readiness('ready', 'ok')),
      'no worker': (response) => response.end(readiness('ready', 'unavailable')),
      'not ready': (response) => response.writeHead(503).end(readiness('not_ready', 'ok')),
      'another server': (response) => response.end('<h1>It works!</h1>'),
      'no answer': (response) => response.destroy(),
    }
    const [program, ...args] = (testPod('small').spec as unknown as PodSpec).containers[0]?.command ?? []
    assert.deepEqual([program, args.at(-1)], ['node', 'http://gateway'])
    for (const [name, answer] of Object.entries(answers)) {
      const paths: (string | undefined)[] = []
      const server = createServer(({ url }, response) => {
        paths.push(url)
        answer(response)
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const child = spawn(process.execPath, [...args.slice(0, -1), url], { stdio: 'ignore' })
      const [code] = (await once(child, 'exit')) as [number]
      server.close()
      assert.equal(code === 0, name === 'ready', name)
      assert.deepEqual(paths, ['/readyz'], name)
    }
  })

  it('puts the gateway before scrape workers, and these before browser workers, on request', () => {
    const classes = new Map(
      objectsOf('temporal-chart').flatMap(({ kind, metadata, value }) =>
        kind === 'PriorityClass' ? [[metadata.name, value]] : [],
      ),
    )
    const priorityOf = (example: string) =>
      Object.fromEntries(
        workloadsOf(objectsOf(example)).map(({ labels, pod }) => [
          labels['app.kubernetes.io/name'],
          classes.get(pod.priorityClassName ?? '') ?? pod.priorityClassName,
        ]),
      )
    assert.deepEqual(priorityOf('temporal-chart'), {
      gateway: 1000,
      'prepare-temporal': 1000,
      'make-current': 1000,
      'scrape-worker': 500,
      'browser-worker': 0,
    })
    // Classes that are already there.
    assert.deepEqual(named(objectsOf('placement'), 'PriorityClass'), [])
    assert.equal(priorityOf('placement')['browser-worker'], 'seine-work')
    assert.equal(priorityOf('small')['gateway'], undefined)
  })

  it('gives every process the Redis that the values name', () => {
    const urls = Object.fromEntries(
      examples.map((example) => {
        const map = objectsOf(example).find(({ metadata }) => metadata.name === 'seine-settings')
        return [example, map?.data?.['SEINE_REDIS_URL']]
      }),
    )
    assert.deepEqual(urls, {
      'gateway-api': 'redis://redis.redis.svc:6379',
      'inside-cluster': 'redis://redis.redis.svc:6379',
      placement: undefined,
      'private-store': 'rediss://redis.example.com:6380',
      small: undefined,
      'temporal-chart': 'redis://redis.redis.svc:6379',
      'temporal-cloud': 'redis://redis.redis.svc:6379',
      'web-identity': 'redis://redis.redis.svc:6379',
    })
    const toRedis = (example: string) =>
      waysOut(objectsOf(example)).flatMap(({ policy, ports, peer }) =>
        isDeepStrictEqual(peer, podsOf('redis')) ? [`${policy} ${ports.join()}`] : [],
      )
    assert.deepEqual(toRedis('small'), [])
    assert.deepEqual(toRedis('placement'), ['gateway TCP 6379', 'sharing-hosts TCP 6379'])
    assert.deepEqual(toRedis('private-store'), ['gateway TCP 6380', 'sharing-hosts TCP 6380'])
  })

  it('links alerts with the runbook, and leaves out those that would fire by choice', async () => {
    const rulesOf = (text: string) =>
      readManifests(text)
        .filter(({ kind }) => kind === 'PrometheusRule')
        .flatMap(({ spec }) => (spec as unknown as RuleFile).groups.flatMap(({ rules }) => rules))
    const base = 'https://git.example.com/seine/blob/main/'
    const { groups } = parse(readFileSync(join(chart, 'files/alerts.yml'), 'utf8')) as RuleFile
    const original = groups.flatMap(({ rules }) => rules)
    const linked = original.map(({ annotations, ...rest }) => ({
      ...rest,
      annotations: { ...annotations, runbook_url: `${base}${annotations['runbook_url']}` },
    }))
    assert.deepEqual(rulesOf(rendered.get('temporal-chart') ?? ''), linked)
    const set = ['--set', 'monitoring.rules=true', '--show-only', 'templates/rules.yaml']
    const { stdout } = await lab.helm(['template', 'seine', chart, ...forCluster, ...valuesOf('small'), ...set])
    const withoutMonitors = rulesOf(stdout)
    assert.deepEqual(
      withoutMonitors,
      // No Redis, and pods scraped under other job names.
      original.filter(
        ({ alert }) =>
          !['SeineHostClockNotShared', 'SeineServiceMissing', 'SeineBrowserWorkersMissing'].includes(alert),
      ),
    )
    // The guide names every alert that needs the names of the jobs.
    const guide = readFileSync(join(repositoryRoot, 'docs/kubernetes.md'), 'utf8')
    const monitoring = guide.split('\n').find((line) => line.startsWith('- **Monitoring**')) ?? ''
    const byJob = original.filter(({ expr }) => /\bjob\s*=/.test(expr)).map(({ alert }) => alert)
    assert.ok(byJob.includes('SeineProcessDown'))
    for (const alert of byJob) assert.match(monitoring, new RegExp(`\\b${alert}\\b`))
  })

  it('encrypts calls between services where a Secret with certificates is named, and only there', () => {
    const settingsIn = (example: string) => {
      const objects = objectsOf(example)
      return workloadsOf(objects).flatMap(({ pod }) =>
        pod.containers.flatMap((container) => {
          const { SEINE_WORKER_TLS_CERT_FILE: file, SEINE_BROWSER_WORKERS: url } = settingsOf(container, objects)
          return file === undefined ? [] : [{ name: container.name, url, mounts: container.volumeMounts ?? [] }]
        }),
      )
    }
    assert.deepEqual(settingsIn('small'), [])
    const services = settingsIn('placement').filter(({ mounts }) => mounts.some(({ name }) => name === 'worker-tls'))
    assert.deepEqual(services.map(({ name }) => name).toSorted(), ['browser-worker', 'gateway', 'scrape-worker'])
    const urls = services.flatMap(({ url }) => (url === undefined ? [] : [url]))
    assert.deepEqual(urls, ['https://browser-workers:8430', 'https://browser-workers:8430'])
  })

  it('hands a token of its service account to a process with a web identity, and not to Chromium', () => {
    const withToken = workloadsOf(objectsOf('web-identity')).flatMap(({ pod }) => {
      const token = (pod.volumes ?? []).find(({ projected }) =>
        projected?.sources.some(({ serviceAccountToken }) => serviceAccountToken !== undefined),
      )
      return pod.containers.flatMap((container) => {
        const { env = [], volumeMounts = [] } = container
        const mount = volumeMounts.find(({ name }) => name === token?.name)
        const file = env.find(({ name }) => name === 'AWS_WEB_IDENTITY_TOKEN_FILE')?.value
        if (mount === undefined && file === undefined) return []
        assert.equal(file, `${mount?.mountPath}/token`)
        return [container.name]
      })
    })
    assert.deepEqual(withToken.toSorted(), ['browser-worker', 'gateway', 'scrape-worker'])
  })

  it('makes the objects of operators of a cluster on request only', () => {
    const full = objectsOf('temporal-chart')
    assert.deepEqual(named(full, 'PodMonitor').toSorted(), ['browser-worker', 'gateway', 'scrape-worker'])
    assert.deepEqual(named(full, 'PrometheusRule'), ['seine'])
    assert.equal(named(full, 'ScaledObject').length, 2)
    assert.deepEqual(named(full, 'Ingress'), ['gateway'])
    assert.deepEqual(named(objectsOf('gateway-api'), 'HTTPRoute'), ['gateway'])
    const small = objectsOf('small')
    for (const kind of [
      'PodMonitor',
      'PrometheusRule',
      'ScaledObject',
      'Ingress',
      'HTTPRoute',
      'HorizontalPodAutoscaler',
    ])
      assert.deepEqual(named(small, kind), [], kind)
  })

  it('opens only the ways that the values name', () => {
    const addresses = (example: string): string[] =>
      waysOut(objectsOf(example)).flatMap(({ ports, peer }) =>
        peer?.ipBlock === undefined ? [] : [`${peer.ipBlock.cidr} ${ports.join()}`],
      )
    assert.ok(addresses('private-store').includes('10.20.0.6/32 TCP 9000'))
    assert.ok(addresses('private-store').includes('10.20.0.5/32 TCP 7233'))
    assert.ok(addresses('gateway-api').includes('169.254.170.23/32 TCP 80'))
    const inside = waysOut(objectsOf('inside-cluster')).map(
      ({ policy, ports, peer }) =>
        `${policy}: ${peer?.namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name'] ?? peer?.ipBlock?.cidr} ${ports.join()}`,
    )
    for (const way of [
      'browser-worker-extra-egress: models TCP 8000',
      'names-and-temporal: dns UDP 53,TCP 53',
      'names-and-temporal: 10.96.0.10/32 UDP 53,TCP 53',
      'names-and-temporal: 10.20.0.5/32 TCP 7233',
      'scrape-worker-extra-egress: models TCP 8000',
      'scrape-worker-extra-egress: 10.20.0.25/32 TCP 587',
      'store: storage TCP 9000',
      'traces: tracing TCP 4318',
    ])
      assert.ok(inside.includes(way), `${way} is not among\n${inside.join('\n')}`)
    assert.ok(!inside.some((way) => way.includes('kube-system') || way.startsWith('gateway-extra-egress')))
    // No rule is for every destination.
    for (const example of examples)
      for (const { policy, peer } of waysOut(objectsOf(example))) assert.ok(peer !== null, `${example}: ${policy}`)
    assert.ok(!addresses('small').some((way) => way.startsWith('169.254.170.23') || way.startsWith('10.')))
    const helmTest = { podSelector: { matchLabels: { 'app.kubernetes.io/name': 'seine-test' } } }
    assert.deepEqual(gatewayCallers(objectsOf('temporal-chart')), [podsOf('ingress-nginx'), helmTest])
    assert.deepEqual(gatewayCallers(objectsOf('gateway-api')), [podsOf('gateways'), helmTest])
    assert.equal(gatewayCallers(objectsOf('private-store')), undefined)
  })

  /** Copies the chart into this folder as another release. @returns the path of the copy. */
  function copyChart(home: string, release: string): string {
    const copy = join(home, release)
    cpSync(chart, copy, { recursive: true })
    const definition = join(copy, 'Chart.yaml')
    // An API server that is built from its module does not know its version.
    const text = readFileSync(definition, 'utf8').replace(/^kubeVersion: .*\n/m, '')
    writeFileSync(definition, text.replaceAll(version, release))
    return copy
  }

  it('keeps the number of pods when autoscalers take over', async (t) => {
    const home = await mkdtemp(join(tmpdir(), 'seine-chart-'))
    t.after(async () => await rm(home, { recursive: true, force: true }))
    const copy = copyChart(home, version)
    const values = ['--namespace=scaled', '--set', 'redis.url=none', '--set', 'scrapeWorker.replicas.min=3']
    const pods = async (): Promise<Record<string, number | undefined>> => {
      const { stdout } = await lab.kubectl(['get', 'deployment', '--namespace=scaled', '--output=json'])
      const { items } = JSON.parse(stdout) as { items: Manifest[] }
      return Object.fromEntries(items.map(({ metadata, spec }) => [metadata.name.split('-')[0], spec?.replicas]))
    }
    const install = ['install', 'seine', copy, ...values, '--create-namespace', '--set', 'scaling=off']
    const installed = await lab.helm(install)
    assert.equal(installed.code, 0, installed.stderr)
    assert.deepEqual(await pods(), { browser: 1, gateway: 2, scrape: 3 })
    // The second one is after a step of an autoscaler.
    for (const [scaling, scrape] of [
      ['cpu', 3],
      ['keda', 5],
    ] as const) {
      const deployment = `deployment/scrape-worker-${version.replaceAll('.', '-')}`
      await lab.kubectl(['scale', deployment, '--namespace=scaled', `--replicas=${scrape}`])
      const upgraded = await lab.helm(['upgrade', 'seine', copy, ...values, '--set', `scaling=${scaling}`])
      assert.equal(upgraded.code, 0, upgraded.stderr)
      assert.deepEqual(await pods(), { browser: 1, gateway: 2, scrape }, scaling)
    }
  })

  /** Checks the namespace after `helm uninstall`, and then deletes by the command of the guide what Helm has left. */
  async function whatIsLeftServesWorkers(): Promise<void> {
    const kinds = 'deployment,hpa,pdb,configmap,service,serviceaccount,networkpolicy'
    const left = async (): Promise<Manifest[]> => {
      const selector = '--selector=app.kubernetes.io/instance=seine'
      const { stdout } = await lab.kubectl(['get', kinds, '--namespace=seine', '--output=json', selector])
      return (JSON.parse(stdout) as { items: Manifest[] }).items
    }
    const objects = await left()
    const workloads = workloadsOf(objects)
    const names = workloads.map(({ labels }) => labels['app.kubernetes.io/name'] ?? '').toSorted()
    assert.deepEqual(names, ['browser-worker', 'scrape-worker'])
    const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy')
    for (const { manifest, labels, pod } of workloads) {
      const { name } = manifest.metadata
      assert.ok(named(objects, 'ServiceAccount').includes(pod.serviceAccountName ?? ''), name)
      for (const container of pod.containers)
        for (const [setting, value] of Object.entries(settingsOf(container, objects)).filter(([key]) =>
          /^SEINE_(SCRAPE|BROWSER)_WORKERS$/.test(key),
        ))
          assert.ok(named(objects, 'Service').includes(new URL(value).hostname), `${name}: ${setting}`)
      // The policy that limits what pages reach, and the one that denies everything else.
      const own = policies.filter(({ spec }) =>
        (spec?.podSelector?.matchExpressions ?? []).some(({ key, values }) => values.includes(labels[key] ?? '')),
      )
      assert.ok(named(own, 'NetworkPolicy').includes('workers'), name)
      assert.ok(named(policies, 'NetworkPolicy').includes('nothing-else'), name)
    }
    assert.ok(!policies.some(({ metadata }) => metadata.name === 'gateway'))
    const guide = readFileSync(join(repositoryRoot, 'docs/kubernetes.md'), 'utf8')
    const [, command] = /^ *kubectl (-n seine delete .* -l app\.kubernetes\.io\/instance=seine)$/m.exec(guide) ?? []
    const deleted = await lab.kubectl((command ?? assert.fail('no command')).split(' '))
    assert.equal(deleted.code, 0, deleted.stderr)
    assert.deepEqual(await left(), [])
  }

  it('leaves the workers of the previous release at an upgrade, and replaces everything else', async () => {
    const home = await mkdtemp(join(tmpdir(), 'seine-chart-'))
    try {
      const copyAs = (release: string): string => copyChart(home, release)
      const values = ['--namespace=seine', '--set', 'redis.url=none']
      const installed = await lab.helm(['install', 'seine', copyAs(version), ...values])
      assert.equal(installed.code, 0, installed.stderr)
      assert.match(installed.stdout, /^It admits callers from these namespaces: ingress-nginx\.$/m)
      // Settings of the new release do not reach the workers of the old one.
      const newer = ['--set', 'settings.SEINE_RETENTION_DAYS=7']
      const upgraded = await lab.helm(['upgrade', 'seine', copyAs('0.9.0'), ...values, ...newer])
      assert.equal(upgraded.code, 0, upgraded.stderr)
      const names = async (kind: string): Promise<string[]> =>
        (await lab.kubectl(['get', kind, '--namespace=seine', '--output=name'])).stdout
          .trim()
          .split('\n')
          .map((line) => line.split('/')[1] ?? '')
          .toSorted()
      const suffix = version.replaceAll('.', '-')
      assert.deepEqual(
        await names('deployment'),
        [
          `browser-worker-0-9-0`,
          `browser-worker-${suffix}`,
          'gateway',
          `scrape-worker-0-9-0`,
          `scrape-worker-${suffix}`,
        ].toSorted(),
      )
      assert.ok((await names('configmap')).includes(`seine-worker-version-${suffix}`))
      const retention = async (release: string): Promise<string> => {
        const path = '--output=jsonpath={.data.SEINE_RETENTION_DAYS}'
        return (await lab.kubectl(['get', `configmap/seine-worker-settings-${release}`, '--namespace=seine', path]))
          .stdout
      }
      assert.deepEqual([await retention(suffix), await retention('0-9-0')], ['', '7'])
      const image = await lab.kubectl([
        'get',
        'deployment/gateway',
        '--namespace=seine',
        '--output=jsonpath={.spec.template.spec.containers[0].image}',
      ])
      assert.equal(image.stdout, 'seine/gateway:0.9.0')
      // Each revision has Jobs of its own.
      assert.deepEqual(await names('job'), ['make-current-0-9-0-2', 'prepare-temporal-2'])
      // The way back takes the kept objects up again, leaves the newer workers, and makes the older release current.
      const back = await lab.helm(['upgrade', 'seine', join(home, version), ...values])
      assert.equal(back.code, 0, back.stderr)
      assert.deepEqual(await names('job'), [`make-current-${suffix}-3`, 'prepare-temporal-3'])
      assert.equal((await names('deployment')).length, 5)
      // The command of the notes deletes the workers of the release that it names, and nothing else.
      const command = /^ {2}kubectl (.*) \\\n\s+(-l .*)$/m.exec(upgraded.stdout) ?? assert.fail(upgraded.stdout)
      const every = async (): Promise<string[]> =>
        (await Promise.all(['deployment', 'hpa', 'pdb', 'configmap', 'service'].map(names))).flat()
      const present = await every()
      const deleted = await lab.kubectl(`${command[1]} ${command[2]}`.replace('EARLIER', '0.9.0').split(' '))
      assert.equal(deleted.code, 0, deleted.stderr)
      assert.deepEqual(
        await every(),
        present.filter((name) => !name.endsWith('0-9-0')),
      )
      const removed = await lab.helm(['uninstall', 'seine', '--namespace=seine'])
      assert.equal(removed.code, 0, removed.stderr)
      await whatIsLeftServesWorkers()
    } finally {
      await rm(home, { recursive: true, force: true })
    }
  })
})

test("the values for Temporal's own chart have shards and turns of tenants as this repository has them", () => {
  const read = (path: string): unknown => parse(readFileSync(join(repositoryRoot, path), 'utf8'))
  const { server } = read('k8s/temporal-values.yaml') as {
    server: { config: { persistence: { numHistoryShards: number } }; dynamicConfig: unknown }
  }
  assert.equal(server.config.persistence.numHistoryShards, 512)
  assert.deepEqual(server.dynamicConfig, read('docker/temporal-settings.yaml'))
})
