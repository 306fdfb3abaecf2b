/** The Helm chart: what it renders, refuses and leaves in place, with a real API server. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { differingManifests, forCluster, renderedManifests } from '@seine/tools/chart/rendered-manifests.ts'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import product from '../../package.json' with { type: 'json' }
import { KubernetesLab, kubernetesTools } from './kubernetes-lab.ts'
import {
  configOf,
  readManifests,
  secretsInEnvironments,
  settingsOf,
  waysOut,
  workloadsOf,
  type Manifest,
} from './manifests.ts'

const chart = join(repositoryRoot, 'k8s', 'chart')
const examples = readdirSync(join(chart, 'examples')).map((name) => name.replace('.yaml', ''))
const valuesOf = (example: string): string[] => ['--values', join(chart, 'examples', `${example}.yaml`)]

const { version } = product
const { tools, skip } = kubernetesTools()

describe('the Helm chart', { skip, timeout: 900_000 }, () => {
  let lab: KubernetesLab
  const rendered = new Map<string, string>()
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
        '--skip-tests',
        ...forCluster,
        ...valuesOf(example),
      ])
      assert.deepEqual([code, stderr], [0, ''], example)
      rendered.set(example, stdout)
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
    assert.ok(!addresses('small').some((way) => way.startsWith('169.254.170.23') || way.startsWith('10.')))
    const policy = objectsOf('temporal-chart').find(
      ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'gateway',
    )
    assert.deepEqual(policy?.spec?.ingress?.[0]?.from, [
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } },
    ])
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
      // No secrets in environments.
      ['gateway.extraEnv[0].name=A,gateway.extraEnv[0].valueFrom.secretKeyRef.name=b', /extraEnv/],
    ]
    for (const [setting, said] of cases) {
      const { code, stderr } = await lab.helm(['template', 'seine', chart, ...forCluster, '--set', setting])
      assert.notEqual(code, 0, setting)
      assert.match(stderr, said)
    }
  })

  it('leaves the workers of the previous release at an upgrade, and replaces everything else', async () => {
    const home = await mkdtemp(join(tmpdir(), 'seine-chart-'))
    try {
      const copyAs = (release: string): string => {
        const copy = join(home, release)
        cpSync(chart, copy, { recursive: true })
        const definition = join(copy, 'Chart.yaml')
        // An API server that is built from its module does not know its version.
        const text = readFileSync(definition, 'utf8').replace(/^kubeVersion: .*\n/m, '')
        writeFileSync(definition, text.replaceAll(version, release))
        return copy
      }
      const installed = await lab.helm(['install', 'seine', copyAs(version), '--namespace=seine'])
      assert.equal(installed.code, 0, installed.stderr)
      const upgraded = await lab.helm(['upgrade', 'seine', copyAs('0.9.0'), '--namespace=seine'])
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
      const image = await lab.kubectl([
        'get',
        'deployment/gateway',
        '--namespace=seine',
        '--output=jsonpath={.spec.template.spec.containers[0].image}',
      ])
      assert.equal(image.stdout, 'seine/gateway:0.9.0')
      // Each revision has Jobs of its own.
      assert.deepEqual(await names('job'), ['make-current-0-9-0-2', 'prepare-temporal-2'])
      const removed = await lab.helm(['uninstall', 'seine', '--namespace=seine'])
      assert.equal(removed.code, 0, removed.stderr)
    } finally {
      await rm(home, { recursive: true, force: true })
    }
  })
})
