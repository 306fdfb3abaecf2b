/** Compares what an image contains with npm's advisories and with Debian's archive. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bill, Component } from '../../bill-of-materials/cyclonedx.ts'
import { billPath } from '../../bill-of-materials/image-bill.ts'
import type { AuditAnswer } from '../../supply-chain/ask-registry.ts'
import { advisoriesOf } from '../../supply-chain/audit-report.ts'
import type { ImageEngine } from '../release/image-engine.ts'
import { lockOfBill } from './bill-lock.ts'
import { askForUpdates, updateScript, type DebianPolicy } from './debian-updates.ts'
import type { ImageIssue } from './judge-issues.ts'

/** What was found in an image. */
export interface ImageScan {
  issues: ImageIssue[]
  /** Number of packages in the bill that were compared, by their kind. */
  compared: { npm: number; debian: number }
  /** What could not be compared, and why. */
  gaps: string[]
}

/** What was found among the packages of one kind. */
interface PartialScan {
  issues: ImageIssue[]
  compared: number
  gaps: string[]
}

/** Maximum number of packages that a gap names. */
const namedMax = 10

/** Returns a gap for packages of a bill that were not compared, and for a bill without any. */
function gapsOf(kind: string, all: readonly Component[], left: readonly Component[], why: string): string[] {
  if (all.length === 0) return [`the bill of materials has no ${kind} packages, so none were compared`]
  if (left.length === 0) return []
  const names = left.slice(0, namedMax).map(({ group, name }) => (group === undefined ? name : `${group}/${name}`))
  const list = `${names.join(', ')}${left.length > namedMax ? ', …' : ''}`
  return [`${left.length} of ${all.length} ${kind} packages were not compared, as ${why}: ${list}`]
}

/** Returns the components of a bill whose package URLs have this type. */
const componentsOf = (bill: Bill, type: string): Component[] =>
  bill.components.filter(({ purl }) => purl?.startsWith(`pkg:${type}/`) === true)

/** Returns the advisories about the npm packages of a bill. @param ask queries the registry about a folder */
async function npmIssues(bill: Bill, ask: (folder: string) => Promise<AuditAnswer>): Promise<PartialScan> {
  const all = componentsOf(bill, 'npm')
  const left = all.filter(({ version, evidence }) => version === undefined || !evidence?.occurrences?.length)
  const lock = lockOfBill(bill)
  const folder = await mkdtemp(join(tmpdir(), 'seine-scan-'))
  try {
    await writeFile(join(folder, 'package.json'), JSON.stringify(lock.packages?.['']))
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ name: 'image', requires: true, ...lock }))
    const answer = await ask(folder)
    const advisories = 'report' in answer ? advisoriesOf(answer.report, lock) : null
    if (advisories === null) {
      const why = 'refusal' in answer ? answer.refusal : 'its report cannot be read'
      return {
        issues: [],
        compared: 0,
        gaps: [`npm packages were not compared, as the registry returned no advisories: ${why}`],
      }
    }
    const issues = advisories.map(({ id, package: name, versions, severity, title }) => ({
      kind: 'npm' as const,
      id,
      package: name,
      installed: versions.join(', '),
      severity,
      about: title,
    }))
    const gaps = gapsOf('npm', all, left, 'the bill of materials states no version or no place of them')
    return { issues, compared: all.length - left.length, gaps }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Returns the Debian packages with a newer version. Debian's archive states no severity: a fix of the security archive
 * counts as high, any other update as low.
 */
async function debianIssues(bill: Bill, image: string, engine: ImageEngine): Promise<PartialScan> {
  let policy: DebianPolicy
  try {
    policy = await askForUpdates(async () => await engine.run(image, 'sh', '-c', updateScript))
  } catch (error) {
    const why = (error as Error).message.split('\n')[0] ?? ''
    return {
      issues: [],
      compared: 0,
      gaps: [`Debian packages were not compared, as the archive cannot be asked: ${why}`],
    }
  }
  const { compared, updates } = policy
  const issues = updates.map(({ package: name, installed, available, isSecurity }) => ({
    kind: 'debian' as const,
    id: `debian:${available}`,
    package: name,
    installed,
    severity: isSecurity ? 'high' : 'low',
    about: isSecurity ? 'the security archive has a fixed version' : 'Debian has a newer version',
  }))
  const all = componentsOf(bill, 'deb')
  const left = all.filter(({ name }) => !compared.has(name))
  const gaps = gapsOf('Debian', all, left, '`apt-cache` does not know them as installed')
  return { issues, compared: all.length - left.length, gaps }
}

const readBill = async (image: string, engine: ImageEngine): Promise<Bill> =>
  JSON.parse((await engine.readFile(image, `/${billPath}`)).toString()) as Bill

/**
 * Compares the npm packages of an image alone: enough for an image whose Debian packages another one has too.
 * @param ask queries npm's registry about the lock file in a folder
 */
export const scanNpmPackages = async (
  image: string,
  engine: ImageEngine,
  ask: (folder: string) => Promise<AuditAnswer>,
): Promise<PartialScan> => await npmIssues(await readBill(image, engine), ask)

/**
 * Scans an image of the local storage, with its own bill of materials. Programs of the image are run.
 * @param ask queries npm's registry about the lock file in a folder
 */
export async function scanImage(
  image: string,
  engine: ImageEngine,
  ask: (folder: string) => Promise<AuditAnswer>,
): Promise<ImageScan> {
  const bill = await readBill(image, engine)
  const [npm, debian] = await Promise.all([npmIssues(bill, ask), debianIssues(bill, image, engine)])
  return {
    issues: [...npm.issues, ...debian.issues],
    gaps: [...npm.gaps, ...debian.gaps],
    compared: { npm: npm.compared, debian: debian.compared },
  }
}
