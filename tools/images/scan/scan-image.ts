/** Compares what an image contains with npm's advisories and with Debian's archive. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bill } from '../../bill-of-materials/cyclonedx.ts'
import { billPath } from '../../bill-of-materials/image-bill.ts'
import type { AuditAnswer } from '../../supply-chain/ask-registry.ts'
import { advisoriesOf } from '../../supply-chain/audit-report.ts'
import type { ImageEngine } from '../release/image-engine.ts'
import { lockOfBill } from './bill-lock.ts'
import { readPolicy, updateScript } from './debian-updates.ts'
import type { ImageIssue } from './judge-issues.ts'

/** What was found in an image. */
export interface ImageScan {
  issues: ImageIssue[]
  /** Number of packages compared, by their kind. */
  compared: { npm: number; debian: number }
  /** What could not be compared, and why. */
  gaps: string[]
}

/** Returns the advisories about the npm packages of a bill. @param ask queries the registry about a folder */
async function npmIssues(
  bill: Bill,
  ask: (folder: string) => Promise<AuditAnswer>,
): Promise<{ issues: ImageIssue[]; gaps: string[] }> {
  const lock = lockOfBill(bill)
  const folder = await mkdtemp(join(tmpdir(), 'seine-scan-'))
  try {
    await writeFile(join(folder, 'package.json'), JSON.stringify(lock.packages?.['']))
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ name: 'image', requires: true, ...lock }))
    const answer = await ask(folder)
    const advisories = 'report' in answer ? advisoriesOf(answer.report, lock) : null
    if (advisories === null) {
      const why = 'refusal' in answer ? answer.refusal : 'its report cannot be read'
      return { issues: [], gaps: [`npm packages were not compared, as the registry returned no advisories: ${why}`] }
    }
    const issues = advisories.map(({ id, package: name, versions, severity, title }) => ({
      kind: 'npm' as const,
      id,
      package: name,
      installed: versions.join(', '),
      severity,
      about: title,
    }))
    return { issues, gaps: [] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Returns the Debian packages with a newer version. Debian's archive states no severity: a fix of the security archive
 * counts as high, any other update as low.
 */
async function debianIssues(image: string, engine: ImageEngine): Promise<{ issues: ImageIssue[]; gaps: string[] }> {
  let policy: string
  try {
    policy = await engine.run(image, 'sh', '-c', updateScript)
  } catch (error) {
    const why = (error as Error).message.split('\n')[0] ?? ''
    return { issues: [], gaps: [`Debian packages were not compared, as the archive cannot be asked: ${why}`] }
  }
  const issues = readPolicy(policy).map(({ package: name, installed, available, isSecurity }) => ({
    kind: 'debian' as const,
    id: `debian:${available}`,
    package: name,
    installed,
    severity: isSecurity ? 'high' : 'low',
    about: isSecurity ? 'the security archive has a fixed version' : 'Debian has a newer version',
  }))
  return { issues, gaps: [] }
}

/**
 * Scans an image of the local storage, with its own bill of materials.
 * @param ask queries npm's registry about the lock file in a folder
 */
export async function scanImage(
  image: string,
  engine: ImageEngine,
  ask: (folder: string) => Promise<AuditAnswer>,
): Promise<ImageScan> {
  const bill = JSON.parse(await engine.run(image, 'cat', `/${billPath}`)) as Bill
  const count = (type: string): number =>
    bill.components.filter(({ purl }) => purl?.startsWith(`pkg:${type}/`) === true).length
  const [npm, debian] = await Promise.all([npmIssues(bill, ask), debianIssues(image, engine)])
  return {
    issues: [...npm.issues, ...debian.issues],
    gaps: [...npm.gaps, ...debian.gaps],
    compared: { npm: count('npm'), debian: count('deb') },
  }
}
