/**
 * Determines a package's licence. No package is imported here: bills of materials are built without development
 * dependencies.
 */
import type { InstalledManifest } from './installed-packages.ts'
import type { LockedPackage } from './lock-file.ts'
import type { Clarification } from './policy.ts'

/** Returns the licence in a manifest, in either of its two forms; null for none and for anything else. */
export function textOfLicence(value: unknown): string | null {
  const text = typeof value === 'object' && value !== null && 'type' in value ? value.type : value
  return typeof text === 'string' && text !== '' ? text : null
}

/** Returns the licence that a package states: in the lock file, or otherwise in its own manifest. */
export const statedLicence = ({ entry }: LockedPackage, manifest: InstalledManifest | null): string | null =>
  textOfLicence(entry.license) ?? textOfLicence(manifest?.license)

/** Returns the clarification for a package that states this licence. */
export const clarificationOf = (
  locked: LockedPackage,
  stated: string | null,
  clarifications: readonly Clarification[],
): Clarification | undefined =>
  clarifications.find(
    (each) => each.package === locked.name && each.version === locked.version && each.stated === stated,
  )

/**
 * Returns the licence of a package: the stated one, or the one found in its licence file.
 * @returns null when neither is known.
 */
export function licenceOf(
  locked: LockedPackage,
  manifest: InstalledManifest | null,
  clarifications: readonly Clarification[],
): string | null {
  const stated = statedLicence(locked, manifest)
  return clarificationOf(locked, stated, clarifications)?.licence ?? stated
}
