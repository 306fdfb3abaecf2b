/** Removes from the configuration of an image what does not follow from the inputs of its build. */
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { blobPath } from './image-folder.ts'

interface Manifest {
  config: { digest: string; size: number }
}

interface Settings {
  /** Random, on a base without one. */
  Hostname?: string
  Labels?: Record<string, string> | null
}

interface Configuration {
  created?: string
  /** Random id of the container in which the last step ran. */
  container?: string
  /** Image of the step before, whose id depends on that of its own container. */
  parent?: string
  config?: Settings
  container_config?: Settings
  history?: { comment?: string; created?: string }[]
}

const revisionLabel = 'org.opencontainers.image.revision'

/**
 * Returns settings without a name of the host, and with the label of the commit: a step that buildah takes from its
 * cache has that of an earlier build.
 */
function steadySettings(settings: Settings, revision: string): Settings {
  const labels = settings.Labels
  return {
    ...settings,
    ...(settings.Hostname === undefined ? {} : { Hostname: '' }),
    ...(labels?.[revisionLabel] === undefined ? {} : { Labels: { ...labels, [revisionLabel]: revision } }),
  }
}

/**
 * Returns the text of a configuration (Docker Image Specification 1.2) without ids of containers and of steps before,
 * without names of hosts, and with the time of the image for all steps, as those of the cache have the time of an
 * earlier build. No engine reads them; layers and other settings stay as they are.
 * @param revision the commit that the image is made of; empty: none.
 */
export function steadyConfig(text: string, revision: string): string {
  const { container: _container, parent: _parent, ...rest } = JSON.parse(text) as Configuration
  const history = rest.history?.map(({ comment, ...entry }) => ({
    ...entry,
    ...(entry.created === undefined ? {} : { created: rest.created }),
    ...(comment === undefined || comment.startsWith('FROM ') ? {} : { comment }),
  }))
  const { config, container_config: containerConfig } = rest
  return JSON.stringify({
    ...rest,
    ...(config === undefined ? {} : { config: steadySettings(config, revision) }),
    ...(containerConfig === undefined ? {} : { container_config: steadySettings(containerConfig, revision) }),
    ...(history === undefined ? {} : { history }),
  })
}

/**
 * Changes an image in a folder.
 * @param revision as for `steadyConfig`.
 */
export function makeSteady(folder: string, revision: string): void {
  const path = join(folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  const before = blobPath(folder, manifest.config.digest)
  const text = steadyConfig(readFileSync(before, 'utf8'), revision)
  rmSync(before)
  manifest.config.digest = `sha256:${createHash('sha256').update(text).digest('hex')}`
  manifest.config.size = Buffer.byteLength(text)
  writeFileSync(blobPath(folder, manifest.config.digest), text)
  writeFileSync(path, JSON.stringify(manifest))
}
