/**
 * Builds images of the current commit, and beside each one its bill of materials and its provenance:
 * `gateway.cdx.json`, `gateway.provenance.json`.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { billPath } from '../../bill-of-materials/image-bill.ts'
import type { ImageTarget } from '../image-targets.ts'
import { readReference } from '../../supply-chain/image-references.ts'
import { currentCommit, writeCommit, type Commit } from './committed-files.ts'
import type { ImageEngine } from './image-engine.ts'
import { provenanceOf, type ProvenanceStatement } from './provenance.ts'
import type { SignedImage } from './sign-image.ts'
import { withoutCredentials } from './without-credentials.ts'

export interface ReleaseRequest {
  targets: readonly ImageTarget[]
  /** Folder for the files, absolute; it is created. */
  out: string
  /** Tag; empty: the version. */
  tag: string
  /** Registry and path in front of the names, where the images are pushed; empty: they are not. */
  push: string
  /** Build arguments besides those that are set here. */
  buildArguments: Readonly<Record<string, string>>
  /** Time of all files, seconds since 1970; null: that of the commit. */
  epochSecs: number | null
  /** URI of who builds. */
  builder: string
}

/** A built image. */
export interface ReleasedImage {
  target: ImageTarget
  name: string
  size: string
  statement: ProvenanceStatement
  /** What to sign; null when nothing was pushed. */
  pushed: SignedImage | null
}

/** Names of the files beside an image. */
export const filesBeside = (target: string) => ({
  bill: `${target}.cdx.json`,
  statement: `${target}.provenance.json`,
  predicate: `${target}.predicate.json`,
})

/** Name of an image in the local storage. */
export const localName = (target: ImageTarget, tag: string): string => `seine/${target}:${tag}`

/** Returns the default of a build argument in the text of a Dockerfile; empty when it has none. */
const defaultOf = (dockerfile: string, name: string): string =>
  new RegExp(`^ARG ${name}=(.*)$`, 'm').exec(dockerfile)?.[1] ?? ''

/** The build arguments of a commit, completed by those of the request. */
function argumentsOf(dockerfile: string, commit: Commit, given: Readonly<Record<string, string>>) {
  const [base, runtime] = [defaultOf(dockerfile, 'BASE'), defaultOf(dockerfile, 'RUNTIME')]
  return { BASE: base, RUNTIME: runtime, VERSION: defaultOf(dockerfile, 'VERSION'), ...given, REVISION: commit.id }
}

/** Build arguments as the provenance states them: a proxy's URL may contain a password. */
const published = (buildArguments: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(buildArguments).map(([name, value]) => [name, withoutCredentials(value)]))

/** Returns the digest by which a base is named, otherwise that of the image in the local storage. */
const baseDigest = async (engine: ImageEngine, reference: string): Promise<string> =>
  readReference(reference).digest ?? (await engine.inspect(reference)).digest

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Builds images. @param flags further flags of buildah, such as secrets */
export async function buildRelease(
  root: string,
  engine: ImageEngine,
  request: ReleaseRequest,
  flags: readonly string[] = [],
): Promise<ReleasedImage[]> {
  const commit = await currentCommit(root)
  const epochSecs = request.epochSecs ?? commit.epochSecs
  const folder = await mkdtemp(join(tmpdir(), 'seine-release-'))
  try {
    await writeCommit(root, commit.id, join(folder, 'files'))
    await mkdir(request.out, { recursive: true })
    const dockerfile = await readFile(join(folder, 'files', 'Dockerfile'), 'utf8')
    const buildArguments = argumentsOf(dockerfile, commit, request.buildArguments)
    const stated = published(buildArguments)
    const version = await engine.version()
    const released: ReleasedImage[] = []
    for (const target of request.targets) {
      const startedMs = Date.now()
      const name = localName(target, request.tag === '' ? buildArguments.VERSION : request.tag)
      await engine.build({ name, target, folder: join(folder, 'files'), buildArguments, epochSecs, flags })
      const bases = await Promise.all(
        (['BASE', 'RUNTIME'] as const).map(async (argument) => {
          const reference = buildArguments[argument]
          return { argument, reference: stated[argument]!, digest: await baseDigest(engine, reference) }
        }),
      )
      const files = filesBeside(target)
      const bill = await engine.readFile(name, `/${billPath}`)
      let image = await engine.inspect(name)
      let pushedAs: string | null = null
      if (request.push !== '') {
        const digestFile = join(folder, 'digest')
        const place = `${request.push}/${name}`
        await engine.push(name, `docker://${place}`, digestFile)
        // Layers are compressed for the registry, so the manifest there is another one.
        image = { ...image, digest: (await readFile(digestFile, 'utf8')).trim() }
        pushedAs = place.slice(0, place.lastIndexOf(':'))
      }
      const statement = provenanceOf({
        name: pushedAs ?? name.slice(0, name.lastIndexOf(':')),
        image,
        bill,
        parameters: { target, buildArguments: stated },
        epochSecs,
        engine: version,
        builder: request.builder,
        commit: commit.id,
        repository: commit.repository,
        bases,
        startedMs,
        finishedMs: Date.now(),
      })
      await writeFile(join(request.out, files.bill), bill)
      await writeFile(join(request.out, files.statement), json(statement))
      await writeFile(join(request.out, files.predicate), json(statement.predicate))
      const pushed =
        pushedAs === null
          ? null
          : {
              reference: `${pushedAs}@${image.digest}`,
              predicateFile: join(request.out, files.predicate),
              billFile: join(request.out, files.bill),
            }
      released.push({ target, name, size: await engine.size(name), statement, pushed })
    }
    return released
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
