/** References to published images in this repository's files, and the rule that each is pinned to a digest. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from './finding.ts'
import { referencePlaces } from './reference-places.ts'

/** Path of the list of references without a digest, relative to the repository. */
export const unpinnedPath = 'docker/unpinned-images.json'

/** Files that name published images: the bases of the Dockerfile, the services of compose, the manifests. */
const referringFiles = ['Dockerfile*', 'docker-compose*.yml', 'k8s/**/*.{yaml,yml}']

/** A reference to a published image. */
export interface ImageReference {
  /** File, relative to the repository. */
  file: string
  /** As in the file, without tag and digest: `postgres`, `ghcr.io/owner/name`. */
  name: string
  /** Empty if none exists. */
  tag: string
  /** `sha256:…`; null if none exists. */
  digest: string | null
}

/** A reference that may be without a digest. */
export interface UnpinnedImage {
  /** `name:tag` */
  image: string
  reason: string
  /** True when it is to stay without one, so that registries are not asked. @default false: for now */
  staysUnpinned?: boolean
}

/** Splits `name[:tag][@digest]`. */
export function readReference(text: string): Omit<ImageReference, 'file'> {
  const [path = '', digest = null] = text.split('@')
  // A colon before the last slash belongs to the port of a registry.
  const [, name = path, tag = ''] = /^(.*?)(?::([^/:]+))?$/.exec(path) ?? []
  return { name, tag, digest }
}

/** Formats `name:tag`. */
export const taggedName = ({ name, tag }: Pick<ImageReference, 'name' | 'tag'>): string =>
  tag === '' ? name : `${name}:${tag}`

/** Returns the references of a file to images that others publish. */
export function referencesIn(file: string, text: string): ImageReference[] {
  return referencePlaces(file, text)
    .map((place) => readReference(place.text))
    .filter(({ name }) => !name.startsWith('seine/'))
    .map((reference) => ({ file, ...reference }))
}

/** Returns the files of a repository that name published images. */
export const filesWithReferences = (root: string): string[] => globSync(referringFiles, { cwd: root }).toSorted()

/** Returns the references of a repository. */
export const allReferences = (root: string): ImageReference[] =>
  filesWithReferences(root).flatMap((file) => referencesIn(file, readFileSync(join(root, file), 'utf8')))

/** Reads the list of references without a digest. */
export const readUnpinned = (root: string): UnpinnedImage[] =>
  JSON.parse(readFileSync(join(root, unpinnedPath), 'utf8')) as UnpinnedImage[]

const remedy = 'run `npm run pins -- --write` where registries can be reached'

function findingOf(reference: ImageReference, unpinned: readonly UnpinnedImage[]): Finding | null {
  const image = taggedName(reference)
  const subject = `${reference.file}, ${image}`
  if (reference.tag === '') return { subject, problem: 'has no tag', remedy: 'name a version' }
  const { digest } = reference
  if (digest !== null) {
    const isDigest = /^sha256:[0-9a-f]{64}$/.test(digest)
    return isDigest ? null : { subject, problem: `${JSON.stringify(digest)} is no digest`, remedy }
  }
  const entry = unpinned.find((each) => each.image === image)
  if (entry === undefined) return { subject, problem: 'is pinned to no digest, and no reason is recorded', remedy }
  return entry.reason.trim() === ''
    ? { subject: `${unpinnedPath}, ${image}`, problem: 'has no reason', remedy: 'state it' }
    : null
}

/**
 * Returns the references that neither have a digest nor a recorded reason, those whose files disagree about the digest,
 * and recorded reasons that no longer apply.
 */
export function referenceFindings(
  references: readonly ImageReference[],
  unpinned: readonly UnpinnedImage[],
): Finding[] {
  const findings = references.flatMap((reference) => findingOf(reference, unpinned) ?? [])
  const digests = new Map<string, Set<string>>()
  for (const reference of references) {
    const image = taggedName(reference)
    digests.set(image, (digests.get(image) ?? new Set()).add(reference.digest ?? 'none'))
  }
  for (const [image, different] of digests) {
    if (different.size > 1) {
      findings.push({ subject: image, problem: `has different digests: ${[...different].join(', ')}`, remedy })
    }
  }
  for (const { image } of unpinned) {
    const isNeeded = references.some((reference) => taggedName(reference) === image && reference.digest === null)
    if (!isNeeded) {
      const subject = `${unpinnedPath}, ${image}`
      findings.push({
        subject,
        problem: 'every reference has a digest, or no reference exists',
        remedy: 'remove the entry',
      })
    }
  }
  return findings
}

/** Returns the text of a file with digests in its references; `digests` by `name:tag`. */
export function withDigests(file: string, text: string, digests: ReadonlyMap<string, string>): string {
  let [pinned, end] = ['', 0]
  for (const place of referencePlaces(file, text)) {
    const image = taggedName(readReference(place.text))
    const digest = digests.get(image)
    if (digest === undefined) continue
    pinned += `${text.slice(end, place.start)}${image}@${digest}`
    end = place.start + place.text.length
  }
  return pinned + text.slice(end)
}
