/** Applies the manifests to a real API server that enforces the restricted Pod Security standard. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { secretNames } from '@seine/shared/config/config.ts'
import { isDeepStrictEqual } from 'node:util'
import { shutdownLimits } from '@seine/shared/config/process-limits.ts'
import { assignedIpv6, deniedIpv4, deniedIpv6 } from '@seine/shared/egress/policy/address-table.ts'
import { userRules } from '@seine/shared/redis/user-rules.ts'
import { taskQueues } from '@seine/shared/temporal/names.ts'
import product from '../../package.json' with { type: 'json' }
import { KubernetesLab, kubernetesTools } from './kubernetes-lab.ts'
import { budgetProblems, diskProblems } from './pod-capacity.ts'
import { settingsRead } from './settings-read.ts'
import {
  configOf,
  gatewayCallers,
  isSelected,
  podsOf,
  readManifests,
  secretsInEnvironments,
  secretsOf,
  settingsOf,
  waysOut,
  workloadsOf,
  type Manifest,
} from './manifests.ts'

const overlays = ['dev', 'prod', 'prod/workers', 'cpu', 'cpu/workers'] as const
type Overlay = (typeof overlays)[number]

const folderOf = (overlay: Overlay): string => fileURLToPath(new URL(`../../k8s/overlays/${overlay}`, import.meta.url))

const guide = new URL('../../docs/kubernetes.md', import.meta.url)

/** Overlays that are applied together. */
const installations: Overlay[][] = [['dev'], ['prod', 'prod/workers'], ['cpu', 'cpu/workers']]

const { version } = product

const serving = ['gateway', 'scrape-worker', 'browser-worker'] as const

/** Keys of the Secrets, by the table of docs/kubernetes.md. */
const keysBySecret = new Map(
  [...readFileSync(guide, 'utf8').matchAll(/^\| `(seine-[a-z-]+)` +\|.*$/gm)].map(([row, name]) => [
    name!,
    row.match(/SEINE_[A-Z\d_]+/g) ?? [],
  ]),
)

/** Settings named in the code that a process loads, for work that it does not do. */
const notUsed: Readonly<Record<string, string[]>> = {
  gateway: ['SEINE_MODEL_KEY'],
  'browser-worker': ['SEINE_SMTP_URL'],
}

const { tools, skip } = kubernetesTools()

describe('the manifests', { skip, timeout: 900_000 }, () => {
  let lab: KubernetesLab
  const rendered = new Map<Overlay, string>()
  const objectsOf = (names: readonly Overlay[]): Manifest[] =>
    names.flatMap((name) => readManifests(rendered.get(name) ?? ''))

  before(async () => {
    lab = await KubernetesLab.start(tools!)
    for (const overlay of overlays) {
      const { code, stdout, stderr } = await lab.kubectl(['kustomize', folderOf(overlay)])
      assert.deepEqual([code, stderr], [0, ''], overlay)
      rendered.set(overlay, stdout)
    }
    await lab.define()
    const namespace = objectsOf(['prod']).find(({ kind }) => kind === 'Namespace')
    const made = await lab.kubectl(['apply', '-f', '-'], JSON.stringify(namespace))
    assert.equal(made.code, 0, made.stderr)
  })
  after(async () => await lab?.close())

  const dryRun = async (text: string) => await lab.kubectl(['apply', '--dry-run=server', '-f', '-'], text)

  for (const overlay of overlays) {
    it(`of ${overlay} are taken without an error and without a warning`, async () => {
      const { code, stdout, stderr } = await dryRun(rendered.get(overlay) ?? '')
      assert.deepEqual([code, stderr], [0, ''])
      const objects = objectsOf([overlay])
      assert.equal(stdout.trim().split('\n').length, objects.length)
    })
  }

  it('would not be taken in silence if they broke the standard, or were wrong', async () => {
    const gateway = objectsOf(['prod']).find(({ kind }) => kind === 'Deployment')
    const loose = structuredClone(gateway!)
    loose.spec!.template!.spec.containers[0]!.securityContext = { allowPrivilegeEscalation: true }
    const warned = await dryRun(JSON.stringify(loose))
    assert.match(warned.stderr, /would violate PodSecurity "restricted/)
    const wrong = structuredClone(gateway!)
    Object.assign(wrong.spec!, { replicaz: 2 })
    assert.notEqual((await dryRun(JSON.stringify(wrong))).code, 0)
  })

  for (const names of installations) {
    describe(`of ${names.join(' and ')}`, () => {
      it('give every process settings that it takes', () => {
        const objects = objectsOf(names)
        const ours = workloadsOf(objects).flatMap(({ pod }) =>
          pod.containers.filter(({ image }) => image.startsWith('seine/')),
        )
        assert.ok(ours.length >= 4)
        for (const container of ours) {
          const settings = settingsOf(container, objects)
          assert.doesNotThrow(() => configOf(container, objects), container.name)
          // Chromium's container does not use Temporal.
          assert.equal(settings['SEINE_TEMPORAL_ADDRESS'] === undefined, container.name === 'chromium')
        }
      })

      it('hand a setting of one kind of process to every other kind that reads it', () => {
        const objects = objectsOf(names)
        const processes = workloadsOf(objects)
          .flatMap(({ pod }) => pod.containers)
          .filter(({ name }) => serving.some((service) => service === name))
        const given = new Set(processes.flatMap((each) => Object.keys(settingsOf(each, objects))))
        assert.deepEqual(new Set(processes.map(({ name }) => name)), new Set<string>(serving))
        for (const container of processes) {
          const handed = settingsOf(container, objects)
          // Settings for all of them reach each container, workers in a copy of their release.
          const common = container.name === 'gateway' ? /^seine-settings$/ : /^seine-worker-settings(-\d|$)/
          assert.ok(container.envFrom?.some(({ configMapRef }) => common.test(configMapRef?.name ?? '')))
          for (const name of settingsRead(container.name)) {
            if (given.has(name)) assert.ok(name in handed, `${container.name}: ${name}`)
          }
        }
      })

      it('give every process the secrets that it needs, and no other', () => {
        const byName = new Map(
          workloadsOf(objectsOf(names)).flatMap(({ pod }) =>
            pod.containers.map((each) => [
              each.name,
              secretsOf(each, pod).map(({ name, optional }) => `${name}${optional === true ? '?' : ''}`),
            ]),
          ),
        )
        assert.deepEqual(byName.get('browser-worker'), [
          'seine-shared',
          'seine-store-pages?',
          'seine-temporal?',
          'seine-pages?',
        ])
        assert.deepEqual(byName.get('gateway'), ['seine-shared', 'seine-store?', 'seine-temporal?', 'seine-gateway?'])
        assert.deepEqual(byName.get('scrape-worker'), [
          'seine-shared',
          'seine-store?',
          'seine-temporal?',
          'seine-pages?',
          'seine-scrape-worker?',
        ])
        assert.deepEqual(byName.get('chromium'), [])
        for (const job of ['prepare-temporal', 'make-current']) assert.deepEqual(byName.get(job), ['seine-temporal?'])
        const browser = workloadsOf(objectsOf(names)).find(({ pod }) => pod.containers[0]?.name === 'browser-worker')
        assert.ok(!JSON.stringify(browser?.pod).includes('api-keys'))
      })

      it('mount a Secret for every secret setting that a process reads', () => {
        for (const { pod } of workloadsOf(objectsOf(names))) {
          for (const container of pod.containers.filter(({ name }) => serving.some((service) => service === name))) {
            const mounted = new Set(secretsOf(container, pod).flatMap(({ name }) => keysBySecret.get(name) ?? []))
            const read = [...settingsRead(container.name)].filter((name) => secretNames.has(name))
            assert.ok(read.length > 5)
            const missing = read.filter((name) => !mounted.has(name))
            assert.deepEqual(missing, notUsed[container.name] ?? [], container.name)
          }
        }
      })

      it('keep secrets out of environments, in files for the user of a process alone', () => {
        const objects = objectsOf(names)
        assert.deepEqual(secretsInEnvironments(objects), [])
        for (const { manifest, pod } of workloadsOf(objects)) {
          const { name } = manifest.metadata
          const modes = (pod.volumes ?? [])
            .filter(({ secret, projected }) => secret !== undefined || projected !== undefined)
            .map(({ secret, projected }) => (secret ?? projected)?.defaultMode)
          assert.deepEqual(new Set(modes), new Set(modes.length === 0 ? [] : [0o440]), name)
          // The files belong to the superuser and to this group.
          if (modes.length > 0)
            assert.equal(pod.securityContext?.['fsGroup'], pod.securityContext?.['runAsGroup'], name)
        }
      })

      it('run Chromium as a user of its own, which shares a socket with its worker and nothing else', () => {
        const { manifest, pod } = workloadsOf(objectsOf(names)).find(
          ({ pod: each }) => each.containers[0]?.name === 'browser-worker',
        )!
        const [worker, chromium] = pod.containers
        assert.equal(chromium?.name, 'chromium')
        assert.equal(chromium.envFrom, undefined)
        assert.equal(chromium.securityContext?.['runAsUser'], 10_002)
        assert.equal(pod.securityContext?.['runAsUser'], 10_001)
        assert.equal(worker?.securityContext?.['runAsUser'], undefined)
        const { annotations } = manifest.spec!.template!.metadata
        assert.equal(annotations?.['eks.amazonaws.com/skip-containers'], 'chromium')
        // A shared process namespace, or shared users, would weaken the isolation between the two.
        assert.ok(pod.shareProcessNamespace !== true)
        const volumes = (of: typeof worker): string[] => (of?.volumeMounts ?? []).map(({ name }) => name)
        assert.deepEqual(
          volumes(worker).filter((name) => volumes(chromium).includes(name)),
          ['chromium'],
        )
        assert.equal(
          worker?.env?.find(({ name }) => name === 'SEINE_BROWSER_SOCKET')?.value,
          chromium.env?.find(({ name }) => name === 'SEINE_BROWSER_SOCKET')?.value,
        )
      })

      it('bound every container, probe what serves, and give it time to end', () => {
        for (const { manifest, pod } of workloadsOf(objectsOf(names))) {
          assert.equal(pod.automountServiceAccountToken, false, manifest.metadata.name)
          for (const { name, resources, securityContext, ...probes } of pod.containers) {
            assert.ok(resources?.requests?.['cpu'] !== undefined && resources.limits?.['memory'] !== undefined, name)
            assert.equal(securityContext?.['readOnlyRootFilesystem'], true, name)
            if (manifest.kind !== 'Deployment') continue
            assert.ok(probes.startupProbe && probes.readinessProbe && probes.livenessProbe, name)
          }
          if (manifest.kind === 'Deployment' && pod.containers[0]?.image.startsWith('seine/')) {
            const drainMs = shutdownLimits.exitMs
            assert.ok((pod.terminationGracePeriodSeconds ?? 30) * 1_000 > drainMs + 5_000, manifest.metadata.name)
            const keys = (pod.topologySpreadConstraints ?? []).map(({ topologyKey }) => topologyKey)
            assert.deepEqual(keys, ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'], manifest.metadata.name)
          }
        }
      })

      it('reserve and bound the disk of every container, and leave room for every volume', () => {
        assert.deepEqual(diskProblems(objectsOf(names)), [])
      })

      it('let only one pod at a time be taken away where there may be several', () => {
        assert.deepEqual(budgetProblems(objectsOf(names)), [])
      })

      it('let the namespace of the Ingress controller call the gateway, and no other except in a development cluster', () => {
        assert.deepEqual(
          gatewayCallers(objectsOf(names)),
          names.includes('dev') ? undefined : [podsOf('ingress-nginx')],
        )
        const others = objectsOf(names).filter(
          ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name !== 'gateway',
        )
        for (const { metadata, spec } of others) {
          for (const { from } of spec?.ingress ?? []) assert.ok((from ?? []).length > 0, metadata.name)
        }
      })

      it('name a Redis for all who share it, since there may be several workers', () => {
        const objects = objectsOf(names)
        const { hostname, port } = new URL(
          objects.find(({ metadata }) => metadata.name === 'seine-settings')?.data?.['SEINE_REDIS_URL'] ?? '',
        )
        const [, namespace] = hostname.split('.')
        const peers = waysOut(objects).filter(({ ports }) => ports.includes(`TCP ${port}`))
        const reached = peers.filter(({ peer }) =>
          namespace === undefined
            ? peer?.podSelector?.matchLabels?.['app.kubernetes.io/name'] === hostname
            : isDeepStrictEqual(peer, podsOf(namespace)),
        )
        assert.ok(reached.length > 0, `${hostname} cannot be reached`)
      })

      it('let each pod reach only the named targets and public addresses', () => {
        const ways = waysOut(objectsOf(names))
        assert.ok(ways.length >= 5)
        for (const { policy, peer } of ways) {
          assert.ok(peer !== null, `${policy}: a rule for every address`)
          const named = [peer.namespaceSelector, peer.podSelector].flatMap((each) =>
            Object.keys(each?.matchLabels ?? {}),
          )
          assert.ok(peer.ipBlock !== undefined || named.length > 0, `${policy}: a peer that is everybody`)
        }
        // Fetching pods may reach public addresses on any port, the gateway the store, and all pods the node's DNS
        // cache.
        const blocks = ways.flatMap(({ policy, ports, peer }) =>
          peer?.ipBlock === undefined ? [] : [[policy, ports.join() || 'any port', peer.ipBlock.cidr]],
        )
        assert.deepEqual(blocks, [
          ['gateway', 'TCP 443', '0.0.0.0/0'],
          ['gateway', 'TCP 443', '2000::/3'],
          ['names-and-temporal', 'UDP 53,TCP 53', '169.254.20.10/32'],
          ['workers', 'TCP', '0.0.0.0/0'],
          ['workers', 'TCP', '2000::/3'],
        ])
        // Ranges that Seine does not treat as public addresses are blocked as well.
        const cidrs = (ranges: readonly (readonly [string, number])[]): string[] =>
          ranges.map((range) => range.join('/'))
        const walls = new Map([
          ['0.0.0.0/0', cidrs(deniedIpv4)],
          [cidrs(assignedIpv6).join(), cidrs(deniedIpv6)],
        ])
        for (const { policy, peer } of ways) {
          const { cidr, except } = peer?.ipBlock ?? {}
          if (cidr !== undefined && !cidr.endsWith('/32')) assert.deepEqual(except, walls.get(cidr), policy)
        }
      })

      it('send no traces unless an overlay requests it', () => {
        const objects = objectsOf(names)
        for (const { pod } of workloadsOf(objects)) {
          for (const container of pod.containers)
            assert.equal(settingsOf(container, objects)['SEINE_OTLP_ENDPOINT'], undefined, container.name)
        }
      })

      it('name images by version', () => {
        for (const { pod } of workloadsOf(objectsOf(names))) {
          for (const { image } of pod.containers)
            assert.match(image, /^[^@]+:(?!latest)[\w.-]+(?:@sha256:[\da-f]{64})?$/)
        }
      })

      it('select what is there', () => {
        const objects = objectsOf(names)
        const pods = workloadsOf(objects)
        for (const { kind, metadata, spec } of objects) {
          const selector = spec?.selector as { matchLabels?: Record<string, string> } & Record<string, string>
          const wanted: Record<string, string> | undefined =
            kind === 'Service' ? selector : (selector?.matchLabels ?? spec?.podSelector?.matchLabels)
          if (wanted !== undefined) {
            assert.ok(
              pods.some(({ labels }) => isSelected(wanted, labels)),
              `${kind} ${metadata.name} selects nothing`,
            )
          }
          for (const { key, values } of spec?.podSelector?.matchExpressions ?? []) {
            for (const value of values)
              assert.ok(
                pods.some(({ labels }) => labels[key] === value),
                `${metadata.name}: ${value}`,
              )
          }
          if (kind === 'Service') {
            const { pod } = pods.find(({ labels }) => isSelected(wanted ?? {}, labels))!
            const known = new Set(pod.containers.flatMap(({ ports }) => ports ?? []).map((port) => port.name))
            for (const { targetPort } of spec?.ports ?? []) assert.ok(known.has(String(targetPort)), metadata.name)
          }
          const scaled = spec?.scaleTargetRef?.name
          if (scaled !== undefined) {
            const isThere = objects.some((other) => other.kind === 'Deployment' && other.metadata.name === scaled)
            assert.ok(isThere, `${kind} ${metadata.name} scales ${scaled}, which is not there`)
          }
        }
      })

      it('scale nothing twice', () => {
        const scaled = objectsOf(names).flatMap(({ spec }) =>
          spec?.scaleTargetRef === undefined ? [] : [spec.scaleTargetRef.name],
        )
        assert.deepEqual(scaled, [...new Set(scaled)])
      })
    })
  }

  it('of dev have a Redis, which its users reach with the permissions that they need', () => {
    const objects = objectsOf(['dev'])
    const containers = workloadsOf(objects).flatMap(({ pod }) => pod.containers)
    for (const container of containers.filter(({ name }) => serving.some((service) => service === name))) {
      assert.equal(settingsOf(container, objects)['SEINE_REDIS_URL'], 'redis://redis:6379', container.name)
    }
    const words = containers.find(({ name }) => name === 'redis')?.args ?? []
    const rules = words.slice(words.indexOf('-@all') + 1)
    assert.deepEqual(new Set(rules), new Set(Object.values(userRules).flatMap((each) => each.split(' '))))
    const text = readFileSync(guide, 'utf8')
    for (const [user, each] of Object.entries(userRules))
      assert.ok(text.includes(`${user} on >PASSWORD ${each}\n`), user)
    const reaching = (policy: string) => {
      const { spec } = objects.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === policy)!
      return (policy === 'redis' ? spec?.ingress?.[0]?.from?.[0]?.podSelector : spec?.podSelector)?.matchExpressions
    }
    for (const policy of ['redis', 'to-redis']) assert.deepEqual(reaching(policy)?.[0]?.values, serving, policy)
  })

  it('give the public address of the gateway to the processes that write links and mails', () => {
    const objects = objectsOf(['prod', 'prod/workers'])
    const told = workloadsOf(objects)
      .flatMap(({ pod }) => pod.containers)
      .filter((each) => settingsOf(each, objects)['SEINE_PUBLIC_URL'] === 'https://seine.example.com')
    assert.deepEqual(
      ['gateway', 'scrape-worker'].filter((wanted) => !told.some(({ name }) => name === wanted)),
      [],
    )
  })

  it('send traces where an overlay requests it', async () => {
    const home = await mkdtemp(join(tmpdir(), 'seine-overlay-'))
    try {
      const from = (path: string): string =>
        relative(home, fileURLToPath(new URL(`../../k8s/${path}`, import.meta.url)))
      const render = async (resource: string, component: string): Promise<string> => {
        const overlay = { resources: [from(resource)], components: [from(component)] }
        await writeFile(join(home, 'kustomization.yaml'), JSON.stringify(overlay))
        const { code, stdout, stderr } = await lab.kubectl(['kustomize', home])
        assert.deepEqual([code, stderr], [0, ''])
        return stdout
      }
      const text = await render('overlays/prod', 'components/traces')
      const objects = readManifests(text)
      const workers = readManifests(await render('overlays/prod/workers', 'components/traces/settings'))
      const everything = [...objects, ...workers]
      const traced = workloadsOf(everything)
        .filter(({ manifest }) => manifest.kind === 'Deployment')
        .flatMap(({ pod }) => pod.containers)
        .filter(({ name }) => name !== 'chromium')
      assert.deepEqual(traced.map(({ name }) => name).toSorted(), ['browser-worker', 'gateway', 'scrape-worker'])
      const endpoints = traced.map((each) => configOf(each, everything).SEINE_OTLP_ENDPOINT)
      assert.equal(new Set(endpoints).size, 1)
      const { hostname, port } = new URL(endpoints[0] ?? '')
      const [, namespace] = hostname.split('.')
      const ways = waysOut(objects).filter(({ ports }) => ports.includes(`TCP ${port}`))
      assert.deepEqual(
        ways.map(({ peer }) => peer),
        [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } }],
      )
      const taken = await dryRun(text)
      assert.deepEqual([taken.code, taken.stderr], [0, ''])
    } finally {
      await rm(home, { recursive: true, force: true })
    }
  })

  it('give each release of the workers names, a label and a version of its own', () => {
    for (const overlay of ['prod/workers', 'cpu/workers'] as const) {
      const objects = objectsOf([overlay])
      for (const { metadata } of objects) assert.match(metadata.name, new RegExp(`-${version.replaceAll('.', '-')}$`))
      for (const { labels, pod } of workloadsOf(objects)) {
        assert.equal(labels['app.kubernetes.io/version'], version)
        for (const { image } of pod.containers) assert.ok(image.endsWith(`:${version}`), image)
      }
      const release = objects.find(({ metadata }) => metadata.name.startsWith('seine-worker-version'))
      assert.deepEqual(release?.data, { SEINE_WORKER_DEPLOYMENT: 'seine', SEINE_WORKER_BUILD_ID: version })
    }
  })

  it('give each release of the workers settings of its own, so that a later release does not change them', () => {
    for (const overlay of ['prod/workers', 'cpu/workers'] as const) {
      const objects = objectsOf([overlay])
      for (const { pod } of workloadsOf(objects))
        for (const container of pod.containers)
          assert.doesNotThrow(() => settingsOf(container, objects), container.name)
    }
  })

  it('count the backlog of every queue, for the version that is scaled', () => {
    const objects = objectsOf(['prod', 'prod/workers'])
    const triggers = objects
      .flatMap(({ spec }) => spec?.triggers ?? [])
      .filter(({ type }) => type === 'temporal')
      .map(({ metadata }) => metadata)
    assert.equal(triggers.length, Object.values(taskQueues).length)
    assert.deepEqual(new Set(triggers.map(({ taskQueue }) => taskQueue)), new Set(Object.values(taskQueues)))
    const settings = objects.find(({ metadata }) => metadata.name === 'seine-settings')?.data
    for (const trigger of triggers) {
      assert.equal(trigger['endpoint'], settings?.['SEINE_TEMPORAL_ADDRESS'])
      assert.equal(trigger['namespace'], settings?.['SEINE_TEMPORAL_NAMESPACE'])
      assert.equal(trigger['workerDeploymentBuildId'], version)
    }
  })

  it('scale production by backlog, its age and CPU, and by CPU alone where there is no KEDA', () => {
    const scaledBy = (names: readonly Overlay[], wanted: string) =>
      objectsOf(names)
        .filter(({ kind }) => kind === wanted)
        .flatMap(({ spec }) => spec?.scaleTargetRef?.name ?? [])
        .toSorted()
    const workers = ['browser-worker', 'scrape-worker'].map((name) => `${name}-${version.replaceAll('.', '-')}`)
    assert.deepEqual(scaledBy(['prod', 'prod/workers'], 'ScaledObject'), workers)
    assert.deepEqual(scaledBy(['prod', 'prod/workers'], 'HorizontalPodAutoscaler'), ['gateway'])
    assert.deepEqual(scaledBy(['cpu', 'cpu/workers'], 'ScaledObject'), [])
    assert.deepEqual(scaledBy(['cpu', 'cpu/workers'], 'HorizontalPodAutoscaler'), [workers[0], 'gateway', workers[1]])
    const scaled = objectsOf(['prod/workers']).filter(({ kind }) => kind === 'ScaledObject')
    for (const { metadata, spec } of scaled) {
      const kinds = new Set(spec?.triggers?.map(({ type }) => type))
      assert.deepEqual(kinds, new Set(['temporal', 'prometheus', 'cpu']), metadata.name)
    }
    // The age of waiting pages and of waiting workflow tasks.
    const queries = scaled
      .flatMap(({ spec }) => spec?.triggers ?? [])
      .flatMap(({ metadata }) => metadata['query'] ?? [])
    const queues = queries.flatMap(
      (query) => /_schedule_to_start_latency_.*task_queue="([^"]+)"/.exec(query)?.[1] ?? [],
    )
    assert.deepEqual(queues.toSorted(), [taskQueues.browserPages, taskQueues.control, taskQueues.pages])
  })
})
