/**
 * Renders the Helm chart into the manifests of the kustomize overlays. Run with `--write`, this file writes them;
 * without, it compares them and fails when one differs. helm is built by `./dev test ops`.
 */
import { cacheDirectory, repositoryRoot } from '../checkout/locations.ts'
import { findKubernetes } from '../setup/install-kubernetes.ts'
import { differingManifests, renderedManifests, writeManifests } from './rendered-manifests.ts'

const tools = findKubernetes(cacheDirectory(process.env))
if (tools === null) {
  console.error('there is no helm: `./dev test ops` builds it where there is Go')
  process.exitCode = 2
} else {
  const files = await renderedManifests(repositoryRoot, tools.helm)
  const differing = differingManifests(repositoryRoot, files)
  if (process.argv.includes('--write')) writeManifests(repositoryRoot, files)
  else if (differing.length > 0) {
    console.error(`${differing.join(', ')} differ from the chart: run node tools/chart/render-chart.ts --write`)
    process.exitCode = 1
  }
}
