/**
 * The manifests that the kustomize overlays are built from. The chart is their source: this renders it with the values
 * of `k8s/chart/kustomize.yaml`, and compares or writes the result.
 */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { kubernetesVersion } from '../setup/install-kubernetes.ts'

/** File of each template, below `k8s`. */
const targets: Readonly<Record<string, string>> = {
  accounts: 'base/accounts.yaml',
  settings: 'base/settings.yaml',
  gateway: 'base/gateway.yaml',
  'worker-services': 'base/worker-services.yaml',
  'network-policies': 'base/network-policies.yaml',
  'prepare-temporal': 'base/prepare-temporal.yaml',
  version: 'workers/version.yaml',
  'worker-settings': 'workers/settings.yaml',
  'scrape-worker': 'workers/scrape-worker.yaml',
  'browser-worker': 'workers/browser-worker.yaml',
  'make-current': 'workers/make-current.yaml',
  'scaled-objects': 'components/keda/scaled-objects.yaml',
  ingress: 'overlays/prod/ingress.yaml',
}

/** Files of the chart that are copies, because a chart cannot read files outside of its folder. */
const copies: Readonly<Record<string, string>> = {
  'k8s/chart/files/alerts.yml': 'docker/prometheus/alerts.yml',
  'k8s/chart/files/dashboard.json': 'docker/grafana/dashboards/seine.json',
}

/** Arguments that say for which Kubernetes the chart is rendered: a helm built from its module does not know. */
export const forCluster = [`--kube-version=${kubernetesVersion}`] as const

const outputMaxBytes = 64 * 1024 * 1024

const notice = '# Rendered from k8s/chart; see docs/kubernetes.md#chart.\n'

/** Returns the documents of each template in the output of `helm template`, in their order. */
function documentsByTemplate(rendered: string): Map<string, string[]> {
  const documents = new Map<string, string[]>()
  for (const document of rendered.split(/^---\n/m)) {
    const source = /^# Source: [^/\n]+\/templates\/([\w-]+)\.yaml\n/.exec(document)
    if (source === null) continue
    const name = source[1]!
    documents.set(name, [...(documents.get(name) ?? []), `${document.slice(source[0].length).trim()}\n`])
  }
  return documents
}

/**
 * Renders the chart for kustomize.
 * @param helm path of the executable.
 * @returns the contents of each file by its path below the root of the repository.
 * @throws Error with the output of helm when the chart cannot be rendered, or a template has no file.
 */
export async function renderedManifests(root: string, helm: string): Promise<Map<string, string>> {
  const chart = join(root, 'k8s', 'chart')
  const render = async (scaling: string): Promise<Map<string, string[]>> => {
    const values = ['--values', join(chart, 'kustomize.yaml'), '--set', `scaling=${scaling}`]
    const args = ['template', 'seine', chart, ...values, '--skip-tests', ...forCluster]
    const { stdout } = await promisify(execFile)(helm, args, { maxBuffer: outputMaxBytes })
    return documentsByTemplate(stdout)
  }
  // The overlays choose what scales the workers, so the files have both.
  const documents = new Map([...(await render('keda')), ...(await render('cpu'))])
  const files = new Map<string, string>()
  for (const [name, parts] of documents) {
    const target = targets[name]
    if (target === undefined) throw new Error(`k8s/chart/templates/${name}.yaml has no file for kustomize`)
    files.set(`k8s/${target}`, notice + parts.join('---\n'))
  }
  for (const [copy, original] of Object.entries(copies)) files.set(copy, readFileSync(join(root, original), 'utf8'))
  return files
}

/** Returns the paths whose files differ from what was rendered. */
export const differingManifests = (root: string, files: ReadonlyMap<string, string>): string[] =>
  [...files].filter(([path, text]) => readFileSync(join(root, path), 'utf8') !== text).map(([path]) => path)

/** Writes what was rendered. */
export function writeManifests(root: string, files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) writeFileSync(join(root, path), text)
}
