/** Removes from the configuration of an image what buildah makes up anew in each build. */
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Manifest {
  config: { digest: string; size: number }
}

interface Configuration {
  /** Random id of the container in which the last step ran. */
  container?: string
  /** Image of the step before, whose id depends on that of its own container. */
  parent?: string
  history?: { comment?: string }[]
}

/**
 * Returns the text of a configuration (Docker Image Specification 1.2) without ids of containers and of steps before.
 * No engine reads them; layers, settings and times stay as they are.
 */
export function steadyConfig(text: string): string {
  const { container: _container, parent: _parent, ...rest } = JSON.parse(text) as Configuration
  const history = rest.history?.map(({ comment, ...entry }) =>
    comment === undefined || comment.startsWith('FROM ') ? entry : { ...entry, comment },
  )
  return JSON.stringify({ ...rest, ...(history === undefined ? {} : { history }) })
}

/** Changes an image in a folder, as the transport `dir:` of containers/image stores it. */
export function makeSteady(folder: string): void {
  const path = join(folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  const fileOf = (digest: string): string => join(folder, digest.replace(/^sha256:/, ''))
  const before = fileOf(manifest.config.digest)
  const text = steadyConfig(readFileSync(before, 'utf8'))
  rmSync(before)
  manifest.config.digest = `sha256:${createHash('sha256').update(text).digest('hex')}`
  manifest.config.size = Buffer.byteLength(text)
  writeFileSync(fileOf(manifest.config.digest), text)
  writeFileSync(path, JSON.stringify(manifest))
}
