/** The npm packages of a bill of materials as a lock file, which `npm audit` compares with advisories. */
import type { Bill } from '../../bill-of-materials/cyclonedx.ts'
import { bundleName } from '../../bill-of-materials/npm-packages.ts'
import type { LockFile } from '../../supply-chain/lock-file.ts'

/**
 * Returns a lock file with every npm package of a bill at its place in the image. Packages that are only in the bundle
 * of workflows get a place of their own, as several versions of one may be in there.
 */
export function lockOfBill({ components }: Bill): LockFile {
  const packages: NonNullable<LockFile['packages']> = { '': { name: 'image', version: '0.0.0' } }
  for (const { group, name, version, purl, evidence } of components) {
    if (purl?.startsWith('pkg:npm/') !== true) continue
    const full = group === undefined ? name : `${group}/${name}`
    for (const { location } of evidence?.occurrences ?? []) {
      const place = location === bundleName ? `bundled/${version}/node_modules/${full}` : location
      packages[place] = version === undefined ? {} : { version }
    }
  }
  return { lockfileVersion: 3, packages }
}
