/**
 * Keeps what this release promises as data for the releases after it, in `test/releases/<version>/`: API description,
 * settings, metrics, stored jobs, and checksums of all recorded files that no earlier release has listed. Usage, before
 * a release and after `record-release.ts`: `node test/contract/releases/keep-release.ts`. A release that is kept
 * already is refused.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { zstdCompressSync } from 'node:zlib'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { keptVersions, readKeptRelease, releaseFile } from './kept-releases.ts'
import { presentApiText, presentRelease } from './present-release.ts'
import { recordedFiles } from './recorded-files.ts'
import { recordStoredJobs } from './stored-jobs.ts'

const { version } = manifest
const earlier = keptVersions().map((each) => readKeptRelease(each))

if (existsSync(releaseFile(version, ''))) {
  console.error(`release ${version} is kept already: its data do not change`)
  process.exitCode = 1
} else {
  const write = (name: string, value: unknown): void =>
    writeFileSync(releaseFile(version, name), `${JSON.stringify(value, null, 1)}\n`)
  const { settings, metrics } = presentRelease()
  // Before the folder: a release that is kept in part could not be kept again.
  const storedJobs = await recordStoredJobs()
  mkdirSync(releaseFile(version, ''))
  const pack = (name: string, text: string): void => writeFileSync(releaseFile(version, name), zstdCompressSync(text))
  pack('openapi.json.zst', presentApiText())
  pack('stored-jobs.json.zst', JSON.stringify(storedJobs))
  write('settings.json', settings)
  write('metrics.json', metrics)
  write('exceptions.json', [])
  const listed = new Set(earlier.flatMap(({ checksums }) => Object.keys(checksums)))
  const added = Object.entries(recordedFiles(repositoryRoot)).filter(([file]) => !listed.has(file))
  write('checksums.json', Object.fromEntries(added))
  console.log(`kept release ${version}: ${added.length} files`)
}
