/** Manifests as rendered by `kubectl kustomize`, and the parts of them that tests check. */
import { readConfig, type Config } from '@seine/shared/config/config.ts'
import { parseAllDocuments } from 'yaml'

export interface EnvSource {
  configMapRef?: { name: string }
  secretRef?: { name: string; optional?: boolean }
}

export interface Container {
  name: string
  image: string
  command?: string[]
  args?: string[]
  envFrom?: EnvSource[]
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: object } }[]
  volumeMounts?: { name: string; mountPath: string }[]
  ports?: { name: string; containerPort: number }[]
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> }
  startupProbe?: object
  readinessProbe?: object
  livenessProbe?: object
  securityContext?: Record<string, unknown>
}

/** A Secret in a volume. */
export interface SecretSource {
  name: string
  optional?: boolean
}

export interface Volume {
  name: string
  emptyDir?: { medium?: string; sizeLimit?: string }
  secret?: { secretName: string; defaultMode?: number }
  projected?: { sources: { secret?: SecretSource; serviceAccountToken?: object }[]; defaultMode?: number }
}

export interface PodSpec {
  containers: Container[]
  initContainers?: Container[]
  volumes?: Volume[]
  securityContext?: Record<string, unknown>
  shareProcessNamespace?: boolean
  terminationGracePeriodSeconds?: number
  automountServiceAccountToken?: boolean
  serviceAccountName?: string
  topologySpreadConstraints?: { topologyKey: string }[]
  priorityClassName?: string
}

type Labels = Record<string, string>

interface PodSelector {
  matchLabels?: Labels
  matchExpressions?: { key: string; values: string[] }[]
}

/** The peers that a network policy lets pods reach, or be reached from. */
export interface PolicyPeer {
  ipBlock?: { cidr: string; except?: string[] }
  namespaceSelector?: { matchLabels?: Labels }
  podSelector?: PodSelector
}

export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; labels?: Labels; annotations?: Labels }
  data?: Record<string, string>
  /** Of a PriorityClass. */
  value?: number
  spec?: {
    selector?: Labels | { matchLabels?: Labels }
    podSelector?: PodSelector
    template?: { metadata: { labels: Labels; annotations?: Labels }; spec: PodSpec }
    scaleTargetRef?: { name: string }
    triggers?: { type: string; metadata: Record<string, string> }[]
    ports?: { name?: string; port: number; targetPort?: string | number }[]
    clusterIP?: string
    ingress?: { from?: PolicyPeer[] }[]
    replicas?: number
    maxReplicas?: number
    maxReplicaCount?: number
    maxUnavailable?: number
    egress?: { ports?: { protocol?: string; port?: number | string; endPort?: number }[]; to?: PolicyPeer[] }[]
  }
}

/** Returns all objects of a rendered overlay. */
export const readManifests = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => document.toJS() as Manifest)

/** Returns the objects that have pods. */
export const workloadsOf = (manifests: readonly Manifest[]) =>
  manifests.flatMap((manifest) => {
    const template = manifest.spec?.template
    return template === undefined ? [] : [{ manifest, labels: template.metadata.labels, pod: template.spec }]
  })

export const isSelected = (selector: Labels, labels: Labels): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value)

/** Returns the settings that a container gets from ConfigMaps and from its own environment. */
export function settingsOf(container: Container, manifests: readonly Manifest[]): Labels {
  const maps = (container.envFrom ?? []).flatMap(({ configMapRef }) => {
    if (configMapRef === undefined) return []
    const map = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef.name)
    if (map === undefined) throw new Error(`there is no ConfigMap ${configMapRef.name}`)
    return [map.data ?? {}]
  })
  const own = Object.fromEntries(
    (container.env ?? []).flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
  )
  return Object.assign({}, ...maps, own) as Labels
}

/** One egress rule of a pod, with the policy that allows it. */
export interface WayOut {
  policy: string
  /** `TCP 443`, `TCP 1-1023`; empty for every port. */
  ports: string[]
  /** Null for all peers. */
  peer: PolicyPeer | null
}

/** Returns all egress rules of the network policies, one for each peer, in the order of their names. */
export const waysOut = (manifests: readonly Manifest[]): WayOut[] =>
  manifests
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .toSorted((one, other) => (one.metadata.name < other.metadata.name ? -1 : 1))
    .flatMap(({ metadata, spec }) =>
      (spec?.egress ?? []).flatMap(({ ports = [], to = [] }) =>
        (to.length === 0 ? [null] : to).map((peer) => ({
          policy: metadata.name,
          ports: ports.map(({ protocol = 'TCP', port, endPort }) =>
            port === undefined ? protocol : `${protocol} ${[port, endPort ?? []].flat().join('-')}`,
          ),
          peer,
        })),
      ),
    )

/**
 * Reads the configuration of a container without its Secrets, which are in no manifest.
 * @throws ConfigError when it would not start with its settings.
 */
export const configOf = (container: Container, manifests: readonly Manifest[]): Config =>
  readConfig({ ...settingsOf(container, manifests), SEINE_SECRETS_DIRS: '' })

/** Returns the Secrets whose keys are settings of a container: those mounted at folders of `SEINE_SECRETS_DIRS`. */
export function secretsOf(container: Container, { volumes = [] }: PodSpec): SecretSource[] {
  const folder = (container.env ?? []).find(({ name }) => name === 'SEINE_SECRETS_DIRS')?.value
  return (container.volumeMounts ?? [])
    .filter(({ mountPath }) => mountPath === folder)
    .flatMap(({ name }) => volumes.find((volume) => volume.name === name)?.projected?.sources ?? [])
    .flatMap(({ secret }) => (secret === undefined ? [] : [secret]))
}

/** Returns the parts of all pods by which a Secret would get into the environment of a process. */
export const secretsInEnvironments = (manifests: readonly Manifest[]): object[] =>
  workloadsOf(manifests)
    .flatMap(({ pod }) => [...pod.containers, ...(pod.initContainers ?? [])])
    .flatMap(({ env = [], envFrom = [] }) => [
      ...env.filter(({ valueFrom }) => valueFrom?.secretKeyRef !== undefined),
      ...envFrom.filter(({ secretRef }) => secretRef !== undefined),
    ])

/** Returns who may call the gateway from outside: the `from` of its policy, undefined when it admits every caller. */
export const gatewayCallers = (manifests: readonly Manifest[]): PolicyPeer[] | undefined =>
  manifests.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'gateway')?.spec?.ingress?.[0]
    ?.from

/** Returns the peer that is every pod of a namespace. */
export const podsOf = (namespace: string): PolicyPeer => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
})
