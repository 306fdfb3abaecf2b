/**
 * Builds the programs that check the Kubernetes manifests: a real API server with its store, kubectl and helm, and the
 * definitions of KEDA, the Prometheus operator and the Gateway API. Each is built from a small module that pins
 * everything it is built from. Failures here are reported and not fatal: the test of the manifests is then skipped.
 */
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { waitForLock } from '../../services/cli/process/lock.ts'
import { runLogged } from '../checkout/run-logged.ts'
import type { Progress } from '../checkout/progress.ts'
import { forgetFailure, noteFailure, recentFailure } from './failure-marker.ts'
import { isExecutable } from './find-tool.ts'
import { fetchModule, type FetchModule, type KnownModule } from './go-module.ts'
import { goProblem, type GoToolchain } from './go-toolchain.ts'

export const kubernetesVersion = '1.34.2'
export const etcdVersion = '3.6.5'
export const helmVersion = '3.22.0'
export const kedaVersion = '2.21.0'
export const prometheusOperatorVersion = '0.85.0'
export const gatewayApiVersion = '1.5.0'

export interface KubernetesContext {
  root: string
  cache: string
  environment: Record<string, string | undefined>
  progress: Progress
  /** Called at most once for all tools. */
  go: () => Promise<GoToolchain>
  /** @default the function of `go-module.ts` */
  fetch?: FetchModule
}

/** Paths of the tools. */
export interface KubernetesTools {
  apiServer: string
  kubectl: string
  etcd: string
  helm: string
  /** Folders with custom resource definitions. */
  definitions: string[]
}

/** A module below `test/ops/kubernetes`, and the programs built from it. */
interface Build {
  module: string
  source: KnownModule
  programs: { package: string; name: string; target: string }[]
}

/** Custom resource definitions, which their projects keep in a folder of a module. */
interface Definitions {
  /** Name of the folder in the cache. */
  name: string
  source: KnownModule
  /** Folder in the module. */
  folder: string
}

const definitionsWanted: Definitions[] = [
  {
    name: `keda-definitions-${kedaVersion}`,
    source: {
      module: `github.com/kedacore/keda/v2@v${kedaVersion}`,
      sha512: '1ijJplN4A/5MdeFgZXDC2XOBlM2eS8xsqWSCSGZFd5qE9QkeMG8D+AHjFm+jcad0EiA4UBUHNgCY1HhkJhskZw==',
    },
    folder: 'config/crd/bases',
  },
  {
    name: `prometheus-operator-definitions-${prometheusOperatorVersion}`,
    source: {
      module: `github.com/prometheus-operator/prometheus-operator@v${prometheusOperatorVersion}`,
      sha512: 'vHhr/sPQQNxgy1F3GbHIQMfIzUowMibYAwbEsIlRrBT9bKUjTzkt1fysvwyXjD3fSAANO6y+90EBhby8DRjwSw==',
    },
    folder: 'example/prometheus-operator-crd',
  },
  {
    name: `gateway-api-definitions-${gatewayApiVersion}`,
    source: {
      module: `sigs.k8s.io/gateway-api@v${gatewayApiVersion}`,
      sha512: 'wwdjXVRqO8bmZAf96nV4APgmGPx/b3MFJ3oKOu0E31Varpjr8g9dpClpCKAQg25zn4o+0vQv7e5oUQhP/IeDrw==',
    },
    folder: 'config/crd/standard',
  },
]

/** Names of the folders of definitions in the cache. */
export const definitionFolders: readonly string[] = definitionsWanted.map(({ name }) => name)

const pathsIn = (cache: string): KubernetesTools => ({
  apiServer: join(cache, 'bin', `kube-apiserver-${kubernetesVersion}`),
  kubectl: join(cache, 'bin', `kubectl-${kubernetesVersion}`),
  etcd: join(cache, 'bin', `etcd-${etcdVersion}`),
  helm: join(cache, 'bin', `helm-${helmVersion}`),
  definitions: definitionFolders.map((name) => join(cache, name)),
})

const buildsFor = ({ apiServer, kubectl, etcd, helm }: KubernetesTools): Build[] => [
  {
    module: 'apiserver',
    source: {
      module: `k8s.io/kubernetes@v${kubernetesVersion}`,
      sha512: 'Athr3P/jzRl2uAwqMi7HbMNNMq739KlYT6A3BvxabYVf7yXQJD5+Uig4DH6kiJ7UYPu60Cj/0A+7iSNlNBXteQ==',
    },
    programs: [
      { package: 'k8s.io/kubernetes/cmd/kube-apiserver', name: 'kube-apiserver', target: apiServer },
      { package: 'k8s.io/kubernetes/cmd/kubectl', name: 'kubectl', target: kubectl },
    ],
  },
  {
    module: 'etcd',
    source: {
      module: `go.etcd.io/etcd/server/v3@v${etcdVersion}`,
      sha512: 'NiswWRZ+6gx79IYR9wGXFpWUyQqn7mSui+9fTOBneoYqgvZ9Br4mQz3cyttYHVPe12lr5aI/fEKTfyJUTfDYAQ==',
    },
    programs: [{ package: 'go.etcd.io/etcd/server/v3', name: 'server', target: etcd }],
  },
  {
    module: 'helm',
    source: {
      module: `helm.sh/helm/v3@v${helmVersion}`,
      sha512: 'qyByoDbMcWocNn3LCXCVPZ46bbhu5CAo+ZQbA36Sw7CrhlQRanSClq65jgCk2z3JwEGw2o911XjhHT3BQZjD+A==',
    },
    programs: [{ package: 'helm.sh/helm/v3/cmd/helm', name: 'helm', target: helm }],
  },
]

/** Returns the tools, when they have all been built. */
export function findKubernetes(cache: string): KubernetesTools | null {
  const tools = pathsIn(cache)
  const { definitions, ...programs } = tools
  const areThere = definitions.every((folder) => statSync(folder, { throwIfNoEntry: false }) !== undefined)
  return areThere && Object.values(programs).every((path) => isExecutable(path)) ? tools : null
}

/** Builds one module in a copy of its folder, because the build may write to it. @returns what went wrong, or null */
async function buildModule({ module, source, programs }: Build, context: KubernetesContext): Promise<string | null> {
  const { root, cache, environment, fetch = fetchModule } = context
  if (programs.every(({ target }) => isExecutable(target))) return null
  const workshop = mkdtempSync(join(cache, 'bin', `.building-${module}-`))
  try {
    cpSync(join(root, 'test', 'ops', 'kubernetes', module), workshop, { recursive: true })
    await fetch(source, workshop, environment)
    const packages = programs.map((program) => program.package)
    const failure = await runLogged({
      file: 'go',
      // Without optimisation a build takes a quarter less CPU, which is more than these programs take in the tests.
      args: ['build', '-mod=readonly', '-gcflags=all=-N -l', '-ldflags=-s -w', '-o', `${workshop}/out/`, ...packages],
      environment,
      cwd: workshop,
      logFile: join(cache, 'logs', `${module}.log`),
    })
    if (failure !== null) return failure
    for (const { name, target } of programs) renameSync(join(workshop, 'out', name), target)
    return null
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

/**
 * Copies definitions out of their module. @throws Error when it cannot be fetched or differs from the pinned one.
 */
async function copyDefinitions(
  { name, source, folder }: Definitions,
  { cache, environment, fetch = fetchModule }: KubernetesContext,
): Promise<void> {
  const target = join(cache, name)
  if (statSync(target, { throwIfNoEntry: false }) !== undefined) return
  const contents = await fetch(source, cache, environment)
  const draft = mkdtempSync(`${target}-`)
  cpSync(join(contents, folder), draft, { recursive: true })
  renameSync(draft, target)
}

/** Builds the missing tools. @returns null, or what went wrong. */
async function build(context: KubernetesContext): Promise<string | null> {
  const { cache, progress } = context
  const step = progress.begin(
    `Kubernetes API server ${kubernetesVersion}`,
    'building with go build, about 7 minutes the first time',
  )
  const tools = pathsIn(cache)
  mkdirSync(join(cache, 'bin'), { recursive: true })
  mkdirSync(join(cache, 'logs'), { recursive: true })
  const fail = (reason: string): string => {
    step.fail(reason)
    return reason
  }
  try {
    for (const each of buildsFor(tools)) {
      const failure = await buildModule(each, context)
      if (failure !== null) return fail(`${failure}, see ${join(cache, 'logs', `${each.module}.log`)}`)
    }
    for (const each of definitionsWanted) await copyDefinitions(each, context)
  } catch (error) {
    return fail((error as Error).message)
  }
  step.done()
  return null
}

const key = 'kubernetes'

/**
 * Builds the tools unless they exist, a build failed recently or there is no suitable Go. @returns null, or why not.
 */
async function buildOnce(context: KubernetesContext): Promise<string | null> {
  const { cache, progress } = context
  const reason = recentFailure(cache, key) ?? goProblem(await context.go())
  if (reason !== null) return reason
  mkdirSync(cache, { recursive: true })
  const lock = await waitForLock(join(cache, 'locks', `${key}.lock`), (holder) =>
    progress.note(`  … Kubernetes API server: process ${holder.pid} is building it, waiting`),
  )
  try {
    if (findKubernetes(cache) !== null) return null
    const failure = recentFailure(cache, key) ?? (await build(context))
    if (failure === null) forgetFailure(cache, key)
    else noteFailure(cache, key, failure)
    return failure
  } finally {
    lock.release()
  }
}

/**
 * Returns the paths of the tools, building them first where possible. Concurrent set-ups build them once.
 * @returns null when they cannot be obtained, which has then been reported.
 */
export async function obtainKubernetes(context: KubernetesContext): Promise<KubernetesTools | null> {
  const { cache, progress } = context
  const found = findKubernetes(cache)
  if (found !== null) return found
  const problem = await buildOnce(context)
  if (problem === null) return findKubernetes(cache)
  progress.note(`  ! missing: Kubernetes API server (${problem}), so the test of the manifests is skipped`)
  return null
}
