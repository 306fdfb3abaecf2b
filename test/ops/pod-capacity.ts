/** What manifests say about the disk of pods, and about how many of them may be taken away at a time. */
import { isSelected, workloadsOf, type Container, type Manifest } from './manifests.ts'

const units = ['Ki', 'Mi', 'Gi']

/** Returns bytes of a quantity such as `512Mi`, null for one that is missing or in another unit. */
function bytesOf(quantity: string | undefined): number | null {
  const [, amount, unit = ''] = /^(\d+)([KMG]i)$/.exec(quantity ?? '') ?? []
  return amount === undefined ? null : Number(amount) * 1024 ** (1 + units.indexOf(unit))
}

/** Returns the sum of bytes, null when one is not known. */
const sumOf = (bytes: readonly (number | null)[]): number | null =>
  bytes.reduce((one, other) => (one === null || other === null ? null : one + other), 0)

const diskOf = (containers: readonly Container[], kind: 'requests' | 'limits'): number | null =>
  sumOf(containers.map(({ resources }) => bytesOf(resources?.[kind]?.['ephemeral-storage'])))

/**
 * Returns what is wrong with the disk of pods. Every container needs a request and a limit of ephemeral storage, every
 * volume a size. Limits must be above the volumes, because a pod above the sum of its limits is evicted and logs count
 * too; Seine's own pods request all of their volumes.
 */
export const diskProblems = (manifests: readonly Manifest[]): string[] =>
  workloadsOf(manifests).flatMap(({ manifest, pod: { containers, volumes = [] } }) => {
    const { name } = manifest.metadata
    const onDisk = volumes.filter(({ emptyDir }) => emptyDir !== undefined && emptyDir.medium !== 'Memory')
    const volumesBytes = sumOf(onDisk.map(({ emptyDir }) => bytesOf(emptyDir?.sizeLimit)))
    const [requested, limit] = [diskOf(containers, 'requests'), diskOf(containers, 'limits')]
    if (volumesBytes === null) return [`${name}: a volume has no size`]
    if (requested === null || limit === null) return [`${name}: a container has no request or limit`]
    if (limit <= volumesBytes) return [`${name}: the volumes do not fit into the limit`]
    const isOurs = containers.every(({ image }) => image.startsWith('seine/'))
    return isOurs && requested < volumesBytes ? [`${name}: the volumes are not requested`] : []
  })

/** Returns the Deployments that may have several pods and no budget for disruptions of one, or a budget without need. */
export const budgetProblems = (manifests: readonly Manifest[]): string[] =>
  workloadsOf(manifests)
    .filter(({ manifest }) => manifest.kind === 'Deployment')
    .flatMap(({ manifest, labels }) => {
      const { name } = manifest.metadata
      const scaler = manifests.find(({ spec }) => spec?.scaleTargetRef?.name === name)?.spec
      const replicas = scaler?.maxReplicas ?? scaler?.maxReplicaCount ?? manifest.spec?.replicas ?? 1
      const budgets = manifests.filter(({ kind, spec }) => {
        const selector = spec?.selector as { matchLabels?: Record<string, string> } | undefined
        return kind === 'PodDisruptionBudget' && isSelected(selector?.matchLabels ?? {}, labels)
      })
      const allowed = budgets.map(({ spec }) => spec?.maxUnavailable).join()
      return allowed === (replicas > 1 ? '1' : '') ? [] : [`${name}: ${replicas} replicas, budget ${allowed}`]
    })
