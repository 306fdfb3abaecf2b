/**
 * Builds what checks the Kubernetes manifests: a real API server with its store, kubectl, and KEDA's
 * definitions. None of them can be had by `go install`: each is built from a small module that names its
 * version. What goes wrong here is said and is not fatal: the test of the manifests is skipped then.
 */
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { stackLimits } from '../cli-limits.ts'
import { waitForLock } from '../process/lock.ts'
import { runLogged } from '../process/run-logged.ts'
import type { Progress } from '../progress.ts'
import { findOnPath, isExecutable } from './find-tool.ts'

const kubernetesVersion = '1.34.2'
const etcdVersion = '3.6.5'
const kedaVersion = '2.21.0'

export interface KubernetesContext {
  root: string
  cache: string
  environment: Record<string, string | undefined>
  progress: Progress
}

/** Where the tools are. */
export interface KubernetesTools {
  apiServer: string
  kubectl: string
  etcd: string
  /** Folder with KEDA's custom resource definitions. */
  kedaDefinitions: string
}

/** A module below `test/ops/kubernetes`, and what is built from it. */
interface Build {
  module: string
  programs: { package: string; name: string; target: string }[]
}

const pathsIn = (cache: string): KubernetesTools => ({
  apiServer: join(cache, 'bin', `kube-apiserver-${kubernetesVersion}`),
  kubectl: join(cache, 'bin', `kubectl-${kubernetesVersion}`),
  etcd: join(cache, 'bin', `etcd-${etcdVersion}`),
  kedaDefinitions: join(cache, `keda-definitions-${kedaVersion}`),
})

const buildsFor = ({ apiServer, kubectl, etcd }: KubernetesTools): Build[] => [
  {
    module: 'apiserver',
    programs: [
      { package: 'k8s.io/kubernetes/cmd/kube-apiserver', name: 'kube-apiserver', target: apiServer },
      { package: 'k8s.io/kubernetes/cmd/kubectl', name: 'kubectl', target: kubectl },
    ],
  },
  { module: 'etcd', programs: [{ package: 'go.etcd.io/etcd/server/v3', name: 'server', target: etcd }] },
]

/** The tools, where they have all been made. */
export function findKubernetes(cache: string): KubernetesTools | null {
  const tools = pathsIn(cache)
  const { kedaDefinitions, ...programs } = tools
  const isThere = statSync(kedaDefinitions, { throwIfNoEntry: false }) !== undefined
  return isThere && Object.values(programs).every((path) => isExecutable(path)) ? tools : null
}

/** Builds one module in a folder of its own, as the build may write to it. @returns what went wrong, or null */
async function buildModule({ module, programs }: Build, context: KubernetesContext): Promise<string | null> {
  const { root, cache, environment } = context
  if (programs.every(({ target }) => isExecutable(target))) return null
  const workshop = mkdtempSync(join(cache, 'bin', `.building-${module}-`))
  try {
    cpSync(join(root, 'test', 'ops', 'kubernetes', module), workshop, { recursive: true })
    const packages = programs.map((program) => program.package)
    const failure = await runLogged({
      file: 'go',
      args: ['build', '-mod=mod', '-ldflags=-s -w', '-o', `${workshop}/out/`, ...packages],
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

/** Takes the definitions out of KEDA's module. @throws the error of `go`. */
async function copyDefinitions(target: string, { cache, environment }: KubernetesContext): Promise<void> {
  if (statSync(target, { throwIfNoEntry: false }) !== undefined) return
  const module = `github.com/kedacore/keda/v2@v${kedaVersion}`
  const env = environment as NodeJS.ProcessEnv
  const { stdout } = await promisify(execFile)('go', ['mod', 'download', '-json', module], { cwd: cache, env })
  const { Dir: folder } = JSON.parse(stdout) as { Dir: string }
  const draft = mkdtempSync(`${target}-`)
  cpSync(join(folder, 'config', 'crd', 'bases'), draft, { recursive: true })
  renameSync(draft, target)
}

/** Makes what is missing. @returns whether all is there now. */
async function build(context: KubernetesContext): Promise<boolean> {
  const { cache, progress } = context
  const step = progress.begin(
    `Kubernetes API server ${kubernetesVersion}`,
    'building with go build, about 5 minutes the first time',
  )
  const tools = pathsIn(cache)
  mkdirSync(join(cache, 'bin'), { recursive: true })
  mkdirSync(join(cache, 'logs'), { recursive: true })
  try {
    for (const each of buildsFor(tools)) {
      const failure = await buildModule(each, context)
      if (failure !== null) {
        step.fail(`${failure}, see ${join(cache, 'logs', `${each.module}.log`)}`)
        return false
      }
    }
    await copyDefinitions(tools.kedaDefinitions, context)
  } catch (error) {
    step.fail((error as Error).message)
    return false
  }
  step.done()
  return true
}

/** An attempt that failed is not made again at once: each takes its time, and the cause is the machine. */
function failedLately(marker: string): boolean {
  const failedMs = statSync(marker, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity
  return Date.now() - failedMs < stackLimits.chromiumRetryMs
}

/**
 * Paths of the tools, which are made first where that is possible. Set-ups that run at once make them once.
 * @returns null where they cannot be had, which has been said then.
 */
export async function obtainKubernetes(context: KubernetesContext): Promise<KubernetesTools | null> {
  const { cache, environment, progress } = context
  const found = findKubernetes(cache)
  if (found !== null) return found
  const marker = join(cache, 'kubernetes-failed')
  if (findOnPath('go', environment.PATH) !== null && !failedLately(marker)) {
    mkdirSync(cache, { recursive: true })
    const lock = await waitForLock(join(cache, 'locks', 'kubernetes.lock'), (holder) =>
      progress.note(`  … Kubernetes API server: process ${holder.pid} is building it, waiting`),
    )
    try {
      if (findKubernetes(cache) === null && !(await build(context))) writeFileSync(marker, '')
    } finally {
      lock.release()
    }
  }
  const made = findKubernetes(cache)
  if (made === null)
    progress.note('  ! there is no Kubernetes API server here, so the test of the manifests is skipped')
  return made
}
