/** What is known of a package's licence. No package is imported here: bills of materials are made without development's. */
import type { InstalledManifest } from './installed-packages.ts'
import type { LockedPackage } from './lock-file.ts'
import type { Clarification } from './policy.ts'

/** A licence as a manifest writes it, in either of its two forms; null for none and for anything else. */
export function textOfLicence(value: unknown): string | null {
  const text = typeof value === 'object' && value !== null && 'type' in value ? value.type : value
  return typeof text === 'string' && text !== '' ? text : null
}

/** What a package states: in the lock file, or where that has nothing, in its own manifest. */
export const statedLicence = ({ entry }: LockedPackage, manifest: InstalledManifest | null): string | null =>
  textOfLicence(entry.license) ?? textOfLicence(manifest?.license)

/** The clarification for a package that states this. */
export const clarificationOf = (
  locked: LockedPackage,
  stated: string | null,
  clarifications: readonly Clarification[],
): Clarification | undefined =>
  clarifications.find(
    (each) => each.package === locked.name && each.version === locked.version && each.stated === stated,
  )

/**
 * The licence of a package: what it states, or what its licence file was found to be.
 * @returns null where neither is known.
 */
export function licenceOf(
  locked: LockedPackage,
  manifest: InstalledManifest | null,
  clarifications: readonly Clarification[],
): string | null {
  const stated = statedLicence(locked, manifest)
  return clarificationOf(locked, stated, clarifications)?.licence ?? stated
}
