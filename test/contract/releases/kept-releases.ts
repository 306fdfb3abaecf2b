/** What earlier releases have promised: kept in `test/releases/<version>/` by `keep-release.ts`, read by the tests. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import type { MetricFacts } from './operator-changes.ts'
import type { Json } from './schema-changes.ts'

/** Folder of the data of all releases, from the root of the repository. */
export const releasesFolder = 'test/releases'

/** Files of a release that change after it. */
export const openFiles = ['checksums.json', 'exceptions.json']

/** Changes that break a promise on purpose. */
export interface Exception {
  /** Lines of `changeText`. */
  changes: string[]
  reason: string
  /** Words of the note in a section `Upgrading` of the change log. */
  upgrading: string
}

export interface KeptRelease {
  version: string
  /** Its API description. */
  api: Json
  /** JSON schema of its settings. */
  settings: Json
  metrics: MetricFacts[]
  exceptions: Exception[]
  /** SHA-256 in hex of each file that belongs to it, by path from the root of the repository. */
  checksums: Record<string, string>
}

/** Returns the path of a file of a release. */
export const releaseFile = (version: string, name: string): string =>
  join(repositoryRoot, releasesFolder, version, name)

/** Returns the names of all releases whose data are kept. */
export function keptVersions(): string[] {
  const entries = readdirSync(join(repositoryRoot, releasesFolder), { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
}

/** Reads the data of a release. */
export function readKeptRelease(version: string): KeptRelease {
  const json = (name: string): unknown => JSON.parse(readFileSync(releaseFile(version, name), 'utf8'))
  return {
    version,
    api: JSON.parse(zstdDecompressSync(readFileSync(releaseFile(version, 'openapi.json.zst'))).toString()) as Json,
    settings: json('settings.json') as Json,
    metrics: json('metrics.json') as MetricFacts[],
    exceptions: json('exceptions.json') as Exception[],
    checksums: json('checksums.json') as Record<string, string>,
  }
}
